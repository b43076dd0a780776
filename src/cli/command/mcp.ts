// `periplus mcp`: the Model Context Protocol over standard input and output, for programs that start their servers themselves.
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import type { Handle } from '../../mcp/index.ts'
import type { CommandContext } from '../context.ts'
import { connectExisting, type DataOptions, withDataOptions } from '../connect.ts'
import { accessOf, type ServerOptions, withServerOptions } from '../remote/access.ts'
import { programVersion } from '../version.ts'

/** Adds the command. */
export function addMcp(program: Command, context: CommandContext): void {
  const command = program
    .command('mcp')
    .description('answer a model over standard input and output (Model Context Protocol)')
    .addHelpText('after', EXAMPLES)
  withServerOptions(withDataOptions(command)).action((options: DataOptions & ServerOptions) =>
    runMcp(options, context),
  )
}

const EXAMPLES = `
Examples:
  periplus mcp --data /var/lib/periplus                        the operator's own records, read only
  PERIPLUS_KEY=… periplus mcp --server https://periplus.example.com --email ada@example.com`

async function runMcp(options: DataOptions & ServerOptions, context: CommandContext): Promise<void> {
  const { terminal } = context
  const onError = (error: unknown): void =>
    terminal.error(`mcp: ${error instanceof Error ? error.message : String(error)}\n`)
  const access = accessOf(options)
  if (access !== undefined) {
    const { relayTo } = await import('../remote/mcp.ts')
    return serve(relayTo(access), context, onError)
  }
  const operator = await connectExisting(options)
  try {
    await serve(await handlerOf(operator, options, context, onError), context, onError)
  } finally {
    await operator.close()
  }
}

async function serve(
  handle: Handle,
  { signal, terminal }: CommandContext,
  onError: (error: unknown) => void,
): Promise<void> {
  const { serveLines } = await import('../../mcp/index.ts')
  // Opened last: lines that come before somebody waits for them would be lost.
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  signal.addEventListener('abort', () => lines.close(), { once: true })
  await serveLines(lines, (line) => terminal.out(`${line}\n`), handle, onError)
}

async function handlerOf(
  operator: Awaited<ReturnType<typeof connectExisting>>,
  { data }: DataOptions,
  { terminal }: CommandContext,
  onError: (error: unknown) => void,
): Promise<Handle> {
  const { createMcpServer, limitsOf, operatorBackend } = await import('../../mcp/index.ts')
  const { readConfig } = await import('../../config/index.ts')
  const config = readConfig({ flags: { data } })
  return createMcpServer({
    backend: operatorBackend(operator),
    limits: limitsOf(config),
    version: programVersion(),
    onCall: (tool, failure) => terminal.error(`${new Date().toISOString()} ${tool} ${failure ?? 'ok'}\n`),
    onError,
  })
}
