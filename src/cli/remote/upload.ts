import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { readAnswer, unreachable } from '../../../client/src/index.ts'
import type { Access } from './access.ts'
import { inWords } from './client.ts'
import type { UploadFile } from './upload-file.ts'

/**
 * Sends a file as the body of one request and resolves to the answer. A server that refuses answers before it has read
 * everything; that answer counts, not that the connection then ends.
 */
export async function upload<Answer>(
  access: Access,
  path: string,
  file: UploadFile,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const length = file.size === undefined ? {} : { 'content-length': String(file.size) }
  const send = access.url.startsWith('https:') ? httpsRequest : httpRequest
  const request = send(access.url + path, {
    method: 'POST',
    headers: { ...length, 'content-type': 'application/octet-stream' },
    agent: false,
    signal,
  })
  const answered = answerTo(request)
  // Its failure is seen below, when the sending has ended.
  answered.catch(() => undefined)
  const failure = await feed(request, file, onSent, answered)
  if (failure !== undefined) request.destroy(failure)
  const answer = await answered.catch((error: unknown) => {
    // What cannot be read here is no trouble of the network.
    throw failure ?? broken(access, error, signal)
  })
  const body = await readBody(answer).catch((error: unknown) => {
    throw broken(access, error, signal)
  })
  request.destroy()
  try {
    return readAnswer<Answer>(access.url, answer.statusCode ?? 0, answer.headers['retry-after'], body)
  } catch (error) {
    throw inWords(access, error)
  }
}

function broken(access: Access, error: unknown, signal: AbortSignal): unknown {
  return signal.aborted ? signal.reason : inWords(access, unreachable(access.url, error))
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
    request.once('close', () => reject(new Error('the connection ended before the answer')))
  })
}

/** Writes the body until it is whole, an answer is there, or the connection is gone; a file that cannot be read is returned. */
async function feed(
  request: ClientRequest,
  file: UploadFile,
  onSent: (bytes: number) => void,
  answered: Promise<IncomingMessage>,
): Promise<Error | undefined> {
  let over = false
  const end = (): void => {
    over = true
  }
  const ended = answered.then(end, end)
  try {
    for await (const chunk of file.open()) {
      if (over) return undefined
      const room = request.write(chunk)
      if (!room) await Promise.race([ended, new Promise((resolve) => request.once('drain', resolve))])
      onSent(chunk.length)
    }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
  request.end()
  return undefined
}

async function readBody(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}
