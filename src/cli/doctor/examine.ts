// Runs every check of a data directory; a check that cannot run is itself a finding.
import { existsSync } from 'node:fs'
import { type Config, readConfig, threadPoolSize } from '../../config/index.ts'
import { isAppError } from '../../error/index.ts'
import { openSecretFile, openSecretText } from '../../service/account/index.ts'
import {
  checkAnswer,
  checkClock,
  checkDescriptors,
  checkDirectory,
  checkDisk,
  checkMemory,
  checkPort,
  checkThreads,
  error,
  type Finding,
  judgeFeeds,
  judgeRecords,
  judgeSecret,
  judgeState,
  newestTimes,
  ok,
} from '../../service/doctor/index.ts'
import { examineState } from '../../state/index.ts'
import { accountsOptions } from '../data/accounts-location.ts'
import { connectData, connectFeeds, isServed } from '../data/connect.ts'
import { type DataFiles, dataFiles } from '../data/data-directory.ts'
import { listenAddress } from '../serve/listen.ts'
import { checkSettings } from './settings.ts'

/** The options of doctor. */
export interface Request {
  readonly data?: string
  readonly config?: string
  readonly quick?: boolean
}

/** All findings, in the order of the checks. */
export async function examine(request: Request): Promise<readonly Finding[]> {
  const settings = readSettings(request)
  if (Array.isArray(settings)) return settings
  const config = settings as Config
  if (!existsSync(config.data))
    return [
      error(
        'directory',
        `there is no data directory ${config.data}`,
        'choose another with --data; `periplus serve` makes a new one',
      ),
    ]
  const files = dataFiles(config.data)
  const served = await isServed(files.socket)
  const { concurrency, engineMemory } = engineOf(config)
  const checks: readonly (readonly [check: string, run: () => Finding[] | Promise<Finding[]>])[] = [
    ['settings', () => checkSettings(config)],
    ['disk', () => checkDisk(config.data)],
    ['directory', () => checkDirectory(pathsOf(files))],
    ['records', () => examineRecords(request)],
    ['accounts', () => examineAccounts(config)],
    ['feeds', async () => judgeFeeds(await (await connectFeeds(request)).list())],
    ['clock', () => checkClock(newestTimes(config.data))],
    [
      'memory',
      () =>
        checkMemory({
          engine: engineMemory,
          query: config['search.memoryLimit'],
          answers: config['http.answerMemory'],
        }),
    ],
    ['files', () => checkDescriptors()],
    ['threads', () => checkThreads(threadPoolSize(), concurrency)],
    ['port', () => checkListening(config, served)],
  ]
  const findings: Finding[] = []
  for (const [check, run] of checks) findings.push(...(await orFinding(check, run)))
  return findings
}

/** The settings, or the findings about them. */
function readSettings(request: Request): Config | Finding[] {
  try {
    return readConfig({ file: request.config, flags: { data: request.data } })
  } catch (cause) {
    if (!isAppError(cause)) throw cause
    const remedy = 'correct or remove it; docs/configuration.md lists all settings'
    return cause.message.split('\n').map((line) => error('settings', line, remedy))
  }
}

async function orFinding(check: string, run: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await run()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const remedy = isAppError(cause)
      ? 'do what the line says; where that does not help, restore the newest backup'
      : 'look whether the disk is full or failing; else restore the newest backup'
    return [error(check, reason, remedy)]
  }
}

function engineOf(config: Config): { readonly concurrency: number; readonly engineMemory: number } {
  if (config['store.url'] !== '') return { concurrency: 0, engineMemory: 0 }
  const concurrency = 2 * config['search.concurrency'] + config['export.concurrency'] + 2
  return { concurrency, engineMemory: config['store.memoryLimit'] }
}

function pathsOf({ directory, secret, state, settings, restoring }: DataFiles) {
  return { directory, secrets: [secret, state, settings], restoring }
}

async function examineRecords(request: Request): Promise<Finding[]> {
  const operator = await connectData(request)
  try {
    return judgeRecords(await operator.examine(request.quick !== true), Date.now() / 1000)
  } finally {
    await operator.close()
  }
}

async function examineAccounts(config: Config): Promise<Finding[]> {
  const options = accountsOptions(config)
  if ('file' in options && !existsSync(options.file))
    return [ok('accounts', 'none yet; the first `periplus serve` makes one')]
  const report = await examineState(options)
  return [...judgeState(report), ...judgeSecret(report, secretProof(config))]
}

/** The proof of the secret; undefined if there is no secret. Creates none. */
function secretProof(config: Config): string | undefined {
  const { secret } = dataFiles(config.data)
  if (config.secret !== '') return openSecretText(config.secret).proof
  return existsSync(secret) ? openSecretFile(secret).proof : undefined
}

function checkListening(config: Config, served: boolean): Promise<Finding[]> {
  const { 'http.host': host, 'http.port': port } = config
  if (!served) return checkPort(host, port)
  return checkAnswer(listenAddress(host, port))
}
