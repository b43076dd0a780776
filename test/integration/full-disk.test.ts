// A full disk: a clear error, the server stays up, nothing acknowledged is lost, and work continues once there is room.
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { mountDisk, unmountDisk } from '../support/disk.ts'
import { firstAccount, Processes, searchUrl, until } from '../support/serve.ts'

const root = mkdtempSync(join(tmpdir(), 'periplus-full-'))
const mounted = join(root, 'disk')
const canMount = mountDisk(mounted, '128m')
const processes = new Processes()
afterEach(() => processes.clean())
afterAll(() => {
  if (canMount) unmountDisk(mounted)
  rmSync(root, { recursive: true, force: true })
})

const data = join(mounted, 'data')
const ballast = join(mounted, 'ballast')

/** Leaves so many bytes free. */
function fill(left: number): void {
  rmSync(ballast, { force: true })
  const { bavail, bsize } = statfsSync(mounted)
  const size = Math.max(0, bavail * bsize - left)
  try {
    writeFileSync(ballast, Buffer.alloc(size, 1))
  } catch (error) {
    // The server took some of it meanwhile: the disk is full, as it should be.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/** Records that compress badly, so that little disk holds few of them. */
function writeScan(path: string, from: number, count: number): void {
  const lines = Array.from({ length: count }, (_, index) => {
    const number = from + index
    const ip = `198.18.${number >> 8}.${number & 255}`
    let seed = number + 1
    const noise = Array.from({ length: 250 }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed.toString(36)
    }).join(' ')
    return JSON.stringify({ host: `${ip}:80`, ip, port: 80, title: `page ${number}`, body: noise })
  })
  writeFileSync(path, lines.join('\n'))
}

interface Answer {
  readonly error: boolean
  readonly errmsg?: string
  readonly total?: number
  readonly task_id?: number
}

describe.skipIf(!canMount)('a full disk (skipped where no file system can be mounted)', () => {
  it('is reported by imports, tagging and accounts; searches continue; nothing acknowledged is lost', async () => {
    const server = await processes.serve(data, ['--no-demo'])
    const account = firstAccount(data)
    const ask = async (query: string): Promise<Answer & { status: number }> => {
      const answer = await fetch(searchUrl(server.url, account, query, { full: 'true' }))
      return { ...((await answer.json()) as Answer), status: answer.status }
    }
    const run = async (args: readonly string[]) => {
      const command = processes.run([...args, '--data', data])
      return { code: await command.ended, output: command.output() }
    }
    const small = join(root, 'small.ndjson')
    const large = join(root, 'large.ndjson')
    writeScan(small, 0, 500)
    writeScan(large, 500, 12_000)
    expect(await run(['import', small])).toMatchObject({ code: 0 })
    fill(6 * 1024 * 1024)
    const failed = await run(['import', large])
    expect(failed.code).toBe(1)
    expect(failed.output).toMatch(/the disk .*is full/)
    expect(failed.output).not.toMatch(/\n\s+at /)
    const before = (await ask('title="page"')).total ?? 0
    expect(before).toBeGreaterThanOrEqual(500)

    fill(0)
    const form = new FormData()
    form.append('file', new Blob(['198.18.0.1\n198.18.0.2\n']), 'list.txt')
    const { email, key } = account
    const tagged = await fetch(`${server.url}/api/v1/ip_tags?${new URLSearchParams({ email, key })}`, {
      method: 'POST',
      body: form,
    })
    const submitted = (await tagged.json()) as Answer
    if (submitted.error) expect(submitted.errmsg).toMatch(/disk/)
    const created = await run(['account', 'create', '--email', 'late@example.com'])
    if (created.code !== 0) expect(created.output).toMatch(/disk/)
    const doctor = await run(['doctor', '--quick'])
    expect(doctor.output).toMatch(/error +disk/)
    const during = await ask('title="page"')
    if (during.error) expect(during.errmsg).toMatch(/disk/)
    else expect(during.total).toBe(before)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(server.child.exitCode).toBeNull()

    rmSync(ballast)
    const after = await until(
      async () => {
        const answer = await ask('title="page"')
        return answer.error ? undefined : answer
      },
      () => server.output(),
    )
    expect(after.total).toBe(before)
    // What was too large still is for this disk; what fits is whole, once.
    const rest = join(root, 'rest.ndjson')
    writeScan(rest, 500, 1500)
    expect(await run(['import', rest])).toMatchObject({ code: 0 })
    const total = (await ask('title="page"')).total ?? 0
    expect(total).toBeGreaterThanOrEqual(2000)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const again = await processes.serve(data, ['--no-demo'])
    const answer = await fetch(searchUrl(again.url, account, 'title="page"', { full: 'true' }))
    expect(await answer.json()).toMatchObject({ error: false, total })
    if (submitted.task_id !== undefined) {
      const info = `${again.url}/api/v1/ip_tags/info?${new URLSearchParams({ email, key, task_id: String(submitted.task_id) })}`
      const state = await until(
        async () => {
          const { state } = (await (await fetch(info)).json()) as { state?: string }
          return state === 'success' || state === 'failure' ? state : undefined
        },
        () => again.output(),
      )
      expect(['success', 'failure']).toContain(state)
    }
    expect(readFileSync(join(data, 'secret'), 'utf8')).toMatch(/^[0-9a-f]{64}/)
  })
})
