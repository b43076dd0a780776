// Reads settings from file, environment and flags, and reports all mistakes together.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, systemReason } from '../error/index.ts'
import { nearest } from '../util/index.ts'
import { type Config, SETTING_NAMES, SETTINGS, type Setting, type SettingName, variableOf } from './table.ts'

/** Where a value comes from. */
type Origin = 'default' | 'file' | 'environment' | 'flag'

/** The sources of settings; later ones win: file, environment, flags. */
export interface Sources {
  /** A file that must exist; without it `periplus.json` in the data directory is read if it exists. */
  readonly file?: string | undefined
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly flags?: Partial<Record<SettingName, string | undefined>>
}

/** The settings and the origin of each. */
export interface Settings {
  readonly config: Config
  readonly origins: Readonly<Record<SettingName, Origin>>
}

/** One value of one setting from one source, before it is parsed. */
interface GivenSetting {
  readonly name: SettingName
  readonly raw: unknown
  readonly origin: Origin
  /** The name shown to the user: a variable, a flag, or a position in a file. */
  readonly where: string
}

/**
 * Reads all settings once. Throws one `AppError` that lists every mistake: values out of range, unknown names in the file, an
 * unreadable file.
 */
export function readSettings(sources: Sources = {}): Settings {
  const mistakes: string[] = []
  const environment = fromEnvironment(sources.environment ?? process.env)
  const flags = fromFlags(sources.flags ?? {})
  const file = fromFile(sources, [...environment, ...flags], mistakes)
  const settings = resolveSettings([...file, ...environment, ...flags], mistakes)
  if (mistakes.length > 0) throw new AppError('input', mistakes.join('\n'))
  return settings
}

/** The settings alone. */
export function readConfig(sources: Sources = {}): Config {
  return readSettings(sources).config
}

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): GivenSetting[] {
  return SETTING_NAMES.flatMap((name) => {
    const where = variableOf(name)
    const raw = environment[where]
    // In a compose file an empty variable means no value.
    return raw === undefined || raw === '' ? [] : [{ name, raw, origin: 'environment' as const, where }]
  })
}

function fromFlags(flags: Partial<Record<SettingName, string | undefined>>): GivenSetting[] {
  return SETTING_NAMES.flatMap((name) => {
    const raw = flags[name]
    return raw === undefined ? [] : [{ name, raw, origin: 'flag' as const, where: `the option for ${name}` }]
  })
}

function fromFile(sources: Sources, others: readonly GivenSetting[], mistakes: string[]): GivenSetting[] {
  const data = others.findLast((given) => given.name === 'data')?.raw ?? SETTINGS.data.default
  const path = sources.file ?? join(String(data), 'periplus.json')
  const tree = readJson(path, sources.file !== undefined, mistakes)
  const given = tree === undefined ? [] : [...flatten(tree, '', path, mistakes)]
  if (sources.file !== undefined) return given
  // A file found in the data directory cannot set the data directory.
  if (given.some(({ name }) => name === 'data'))
    mistakes.push(`${path}: \`data\` cannot be set in the data directory's own file`)
  return given
}

function readJson(path: string, required: boolean, mistakes: string[]): object | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const missing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (required || !missing) mistakes.push(`${path}: cannot be read (${systemReason(error)})`)
    return undefined
  }
  try {
    const tree: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (typeof tree === 'object' && tree !== null && !Array.isArray(tree)) return tree
    mistakes.push(`${path}: must hold one JSON object`)
  } catch (error) {
    mistakes.push(`${path}: is not valid JSON (${message(error)})`)
  }
  return undefined
}

function* flatten(tree: object, prefix: string, path: string, mistakes: string[]): Iterable<GivenSetting> {
  for (const [key, raw] of Object.entries(tree)) {
    const name = prefix === '' ? key : `${prefix}.${key}`
    if (isSettingName(name)) yield { name, raw, origin: 'file', where: `${path}: \`${name}\`` }
    else if (typeof raw === 'object' && raw !== null && !Array.isArray(raw))
      yield* flatten(raw, name, path, mistakes)
    else mistakes.push(`${path}: unknown setting \`${name}\`${suggestion(name)}`)
  }
}

function suggestion(name: string): string {
  const known = nearest(name, SETTING_NAMES)
  return known === undefined ? '; `periplus config` lists them' : `; did you mean \`${known}\`?`
}

function resolveSettings(given: readonly GivenSetting[], mistakes: string[]): Settings {
  const config: Record<string, unknown> = {}
  const origins: Record<string, Origin> = {}
  for (const name of SETTING_NAMES) {
    config[name] = SETTINGS[name].default
    origins[name] = 'default'
  }
  for (const { name, raw, origin, where } of given) {
    const setting: Setting<unknown> = SETTINGS[name]
    const value = setting.kind.read(raw)
    if (value === undefined) mistakes.push(`${where} must be ${setting.kind.allowed}${found(setting, raw)}`)
    config[name] = value
    origins[name] = origin
  }
  // Every name of the table now has a value that its own kind has parsed.
  return { config: Object.freeze(config) as Config, origins: Object.freeze(origins) as Settings['origins'] }
}

function found(setting: Setting<unknown>, raw: unknown): string {
  if (setting.secret) return ''
  const shown = typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? String(raw))
  return `; found \`${shown.length > 100 ? `${shown.slice(0, 100)}…` : shown}\``
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name)
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error))
