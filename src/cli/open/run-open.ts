// `periplus open`: a server that shows some scan files, on a temporary data directory, reachable from this machine only; removed at its end.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { desktop, readSettings } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import type { ImportRequest } from '../../service/ingest/index.ts'
import { isNothing, summaryText } from '../output/import-summary.ts'
import { openImportTools, rejectsPath } from '../data/import-tools.ts'
import type { CommandContext } from '../output/output.ts'
import { runImportFiles } from '../run-import.ts'
import { announceOn } from '../serve/announcer.ts'
import { type RunningServer, startServer } from '../serve/server.ts'
import { openBrowser } from './browser.ts'
import { createOpenLink } from './link.ts'
import { defaultBrowser, snapFolder } from './snap.ts'
import { createTemporary, removeAbandoned, type Temporary } from './temporary.ts'

/** What the user may choose. */
interface OpenRequest extends ImportRequest {
  /** The data directory to keep; a temporary one where absent. */
  readonly keep: string | undefined
  readonly listenPort: number
  readonly browser: boolean
}

/** Imports the files into a server of their own and shows it until the user interrupts. */
export async function runOpen(request: OpenRequest, context: CommandContext): Promise<void> {
  const { keep } = request
  const stop = stopSignal(context.signal)
  if (keep !== undefined) refuseFilled(keep)
  removeAbandoned()
  const temporary = createTemporary(pageFolder(request))
  try {
    await serveScan(request, temporary, { ...context, signal: stop })
    if (keep !== undefined) context.terminal.out(`kept; \`periplus serve --data ${keep}\` serves it\n`)
  } finally {
    temporary.remove()
  }
}

function pageFolder({ browser }: OpenRequest): string | undefined {
  return browser && desktop() === 'linux' ? snapFolder(homedir(), defaultBrowser()) : undefined
}

/** Aborts at the first interrupt, and when the terminal is closed. Later ones must not keep the directory from being removed. */
function stopSignal(interrupt: AbortSignal): AbortSignal {
  const hangUp = new AbortController()
  process.on('SIGHUP', () => hangUp.abort())
  const stop = AbortSignal.any([interrupt, hangUp.signal])
  stop.addEventListener('abort', () => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined)
  })
  return stop
}

function refuseFilled(directory: string): void {
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new AppError(
      'input',
      `\`${directory}\` is not empty; \`periplus import FILE --data ${directory}\` adds to a data directory`,
    )
}

/** The settings of the environment are those of another server: its records, accounts and addresses. */
function settingsOf(directory: string, port: number) {
  const flags = {
    data: directory,
    'http.port': String(port),
    'http.graceTime': '1s',
    'http.metrics': 'off',
    demo: 'false',
    'log.level': 'error',
  }
  return readSettings({ environment: {}, flags })
}

async function serveScan(
  request: OpenRequest,
  { data, page }: Temporary,
  context: CommandContext,
): Promise<void> {
  const { keep, listenPort, browser, ...files } = request
  const settings = settingsOf(keep ?? data, listenPort)
  const { link, printed, once } = createOpenLink(() => rmSync(page, { force: true }))
  const silent = keep === undefined
  const announcer = { ...announceOn(process.stdout), terminal: true }
  const server = await startServer(settings, announcer, { operatorLink: link, silent })
  try {
    await importScan(files, server, settings.config, context)
    const end = silent ? 'ends it and removes its records' : 'ends it'
    context.terminal.out(`\n${server.url}/open#${printed}\nCtrl+C ${end}\n`)
    if (browser && context.terminal.interactive) openBrowser(`${server.url}/open#${once}`, page)
    await aborted(context.signal)
  } finally {
    await server.stop()
  }
}

async function importScan(
  files: ImportRequest,
  { operator }: RunningServer,
  config: ReturnType<typeof settingsOf>['config'],
  context: CommandContext,
): Promise<void> {
  const started = performance.now()
  const tools = { ...(await openImportTools(config)), rejectsPath: (id: string) => rejectsPath(config, id) }
  const summary = await runImportFiles(files, operator, tools, context)
  if (summary.stopped) throw new AppError('input', 'stopped')
  context.terminal.out(summaryText(summary, (performance.now() - started) / 1000))
  if (isNothing(summary)) throw new AppError('input', 'nothing was imported')
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
