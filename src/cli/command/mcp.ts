// `periplus mcp`: the Model Context Protocol over standard input and output, for clients that start their servers themselves.
import type { Command } from 'commander'
import type { Operator } from '../../service/operator/index.ts'
import { connectExisting, type DataOptions, withDataOptions } from '../data/connect.ts'
import { accessOf, type ServerOptions, withServerOptions } from '../remote/access.ts'
import { programVersion } from '../version.ts'
import { OVERVIEW } from '../overview.ts'
import type { CommandContext } from '../output/output.ts'

/** Adds the command. */
export function addMcp(program: Command, context: CommandContext): void {
  const command = program.command('mcp').description(OVERVIEW.mcp.description).addHelpText('after', EXAMPLES)
  withServerOptions(withDataOptions(command)).action((options: DataOptions & ServerOptions) =>
    runMcp(options, context),
  )
}

const EXAMPLES = `
Examples:
  periplus mcp --data /var/lib/periplus                        the operator's own records, read only
  PERIPLUS_KEY=… periplus mcp --server https://periplus.example.com --email ada@example.com`

async function runMcp(options: DataOptions & ServerOptions, context: CommandContext): Promise<void> {
  const access = accessOf(options)
  const { serveLines } = await import('../../door/model/index.ts')
  if (access !== undefined) {
    const { relayTo } = await import('../remote/mcp.ts')
    return serveLines(relayTo(access), context.signal)
  }
  const operator = await connectExisting(options)
  try {
    await serveLines(await serverFor(operator, options, context), context.signal)
  } finally {
    await operator.close()
  }
}

async function serverFor(operator: Operator, { data }: DataOptions, { terminal, signal }: CommandContext) {
  const { createModelServer, operatorServices } = await import('../../door/model/index.ts')
  const { readConfig } = await import('../../config/index.ts')
  const { OPERATOR_ACCOUNT } = await import('../../service/operator/index.ts')
  const { limitsOf } = await import('../../operation/index.ts')
  return createModelServer({
    services: operatorServices(operator),
    caller: OPERATOR_ACCOUNT,
    limits: limitsOf(readConfig({ flags: { data } })),
    version: programVersion(),
    signal,
    spend: () => undefined,
    onCall: (tool, failure) => terminal.error(`${new Date().toISOString()} ${tool} ${failure ?? 'ok'}\n`),
    onError: (error) => terminal.error(`mcp: ${error instanceof Error ? error.message : String(error)}\n`),
  })
}
