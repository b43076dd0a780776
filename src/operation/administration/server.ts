// The server: its settings and how it is.
import { Type } from 'typebox'
import { SETTING_NAMES, SETTINGS, type Setting, variableOf } from '../../config/index.ts'
import { printTime } from '../../util/index.ts'
import { serverFindings } from './findings.ts'
import { operation } from '../operation.ts'
import { count, object, orNull, time } from '../../schema/index.ts'
import { common } from './common.ts'

const SettingFacts = object(
  {
    name: Type.String(),
    value: orNull(Type.String(), 'The value in use; null for a secret that is set.'),
    default: Type.String(),
    allowed: Type.String(),
    meaning: Type.String(),
    origin: Type.Enum(['default', 'file', 'environment', 'flag'], {
      description: 'Where the value comes from.',
    }),
    variable: Type.String({ description: 'The environment variable that sets it.' }),
  },
  { title: 'SettingFacts' },
)

const FindingFacts = object(
  {
    check: Type.String({ description: 'What was looked at.' }),
    level: Type.Enum(['ok', 'warning', 'error']),
    text: Type.String({ description: 'What was found.' }),
    remedy: Type.Optional(Type.String({ description: 'What helps.' })),
  },
  { title: 'Finding' },
)

/** The settings in use. */
export const adminSettings = operation({
  ...common('adminSettings', 'GET /settings'),
  summary: 'The settings in use, secrets hidden',
  input: {},
  output: { settings: Type.Array(SettingFacts) },
  run: ({ context }) => ({
    settings: SETTING_NAMES.map((name) => {
      const { kind, secret, meaning, default: standard }: Setting<unknown> = SETTINGS[name]
      const value = context.config[name]
      return {
        name,
        value: secret && value !== '' ? null : kind.print(value),
        default: kind.print(standard),
        allowed: kind.allowed,
        meaning,
        origin: context.origins[name],
        variable: variableOf(name),
      }
    }),
  }),
})

/** The state of the server. */
export const adminHealth = operation({
  ...common('adminHealth', 'GET /health'),
  summary: 'The state of the server',
  input: {},
  output: {
    phase: Type.String({ description: 'starting, ready or stopping.' }),
    started_at: time('When this process started'),
    state: Type.String({ description: 'The database of accounts: sqlite or postgres.' }),
    records: count('Records in the store.'),
    disk_bytes: count('Their size on disk.'),
    newest: orNull(Type.String(), 'Time of the newest record.'),
    engine_memory_bytes: count('Memory of the engine of the records.'),
    process_memory_bytes: count('Memory of this process.'),
    searches_running: count('Searches that run now.'),
    searches_waiting: count('Searches in the admission queue.'),
    tasks_waiting: count('Exports, imports and tagging tasks that have not started.'),
    findings: Type.Array(FindingFacts),
  },
  run: async ({ context, services }) => {
    const facts = await services.facts()
    const { records, bytesOnDisk, newest, memory, ...rest } = facts
    return {
      phase: context.phase(),
      started_at: printTime(context.now() - process.uptime() * 1000),
      state: rest.state,
      records,
      disk_bytes: bytesOnDisk,
      newest: newest === undefined ? null : printTime(newest * 1000),
      engine_memory_bytes: memory,
      process_memory_bytes: process.memoryUsage.rss(),
      searches_running: rest.searchesRunning,
      searches_waiting: rest.searchesWaiting,
      tasks_waiting: rest.tasksWaiting,
      findings: await serverFindings(context, facts),
    }
  },
})
