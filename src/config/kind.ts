// The kinds of values of settings: how each is parsed from a file or a text, printed, and described.

/** Reads, prints and describes the values of one kind of setting. */
export interface Kind<Value> {
  /** Parses a JSON value or a text from the environment or a flag; undefined when it is outside the allowed values. */
  readonly read: (raw: unknown) => Value | undefined
  /**
   * Prints the value in a form that can be parsed again. Written as a method so that the table can be iterated as
   * `Setting<unknown>`.
   */
  print(value: Value): string
  /** The allowed values, as the end of the sentence `must be …`. */
  readonly allowed: string
}

/** Bounds, both inclusive. */
interface Range {
  readonly min: number
  readonly max: number
}

const within = (value: number, range: Range): number | undefined =>
  Number.isFinite(value) && value >= range.min && value <= range.max ? value : undefined

/** A whole number in a range. */
export function integer(range: Range): Kind<number> {
  return {
    read: (raw) => {
      const text = typeof raw === 'number' || typeof raw === 'string' ? String(raw).trim() : ''
      return /^-?\d{1,15}$/.test(text) ? within(Number(text), range) : undefined
    },
    print: String,
    allowed: `a whole number from ${range.min} to ${range.max}`,
  }
}

/** A unit table: name to factor, largest first, the base unit last. */
type Units = readonly (readonly [name: string, factor: number])[]
const BYTES: Units = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
  ['B', 1],
]
const TIMES: Units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
]

function printUnit(value: number, units: Units): string {
  const [name, factor] = units.find(([, size]) => value !== 0 && value % size === 0) ??
    units.at(-1) ?? ['', 1]
  return `${value / factor} ${name}`
}

function quantity(units: Units, range: Range, noun: string): Kind<number> {
  const factors = new Map(units.map(([name, factor]) => [name.toLowerCase(), factor]))
  return {
    read: (raw) => {
      const match = /^(\d{1,12}) ?([a-z]+)$/i.exec(typeof raw === 'string' ? raw.trim() : '')
      const factor = factors.get(match?.[2]?.toLowerCase() ?? '')
      return match === null || factor === undefined ? undefined : within(Number(match[1]) * factor, range)
    },
    print: (value) => printUnit(value, units),
    allowed: `${noun} from ${printUnit(range.min, units)} to ${printUnit(range.max, units)} (units ${units.map(([name]) => name).join(', ')})`,
  }
}

/** A number of bytes written with its unit (`256 MiB`); the range is in bytes. */
export const bytes = (range: Range): Kind<number> => quantity(BYTES, range, 'a size')

/** A duration written with its unit (`30 s`), stored in milliseconds; the range is in milliseconds. */
export const duration = (range: Range): Kind<number> => quantity(TIMES, range, 'a time')

/** A duration for each of several names, `nmap=90 d,httpx=30 d`, as pairs of a name and milliseconds. */
export function durations(range: Range): Kind<readonly (readonly [name: string, time: number])[]> {
  const { read, print, allowed } = duration(range)
  const pairOf = (part: string): readonly [string, number] | undefined => {
    const [name = '', value = '', ...more] = part.split('=').map((text) => text.trim())
    const time = read(value)
    return /^[\w.-]{1,64}$/.test(name) && time !== undefined && more.length === 0 ? [name, time] : undefined
  }
  return {
    read: (raw) => {
      const parts: unknown[] = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(',') : [raw]
      const pairs = parts
        .filter((part) => part !== '')
        .map((part) => (typeof part === 'string' ? pairOf(part) : undefined))
      const valid = pairs.filter((pair) => pair !== undefined)
      return valid.length === pairs.length ? Object.freeze(valid) : undefined
    },
    print: (value) => value.map(([name, time]) => `${name}=${print(time)}`).join(','),
    allowed: `names with a time each, such as \`nmap=90 d,httpx=30 d\`; ${allowed}`,
  }
}

/** One of a few words, in any case. */
export function choice<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return {
    read: (raw) => words.find((word) => typeof raw === 'string' && raw.trim().toLowerCase() === word),
    print: (word) => word,
    allowed: words.map((word) => `\`${word}\``).join(' or '),
  }
}

/** Yes or no: `true`, `false`, `1`, `0`, in any case. */
export function yesNo(): Kind<boolean> {
  const words = new Map([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])
  return {
    read: (raw) => words.get(String(raw).trim().toLowerCase()),
    print: String,
    allowed: '`true` or `false`',
  }
}

/** A text that passes a test; `allowed` describes the allowed values. */
export function text(test: (value: string) => boolean, allowed: string): Kind<string> {
  return {
    read: (raw) =>
      typeof raw === 'string' && !/[\0\r\n]/.test(raw) && test(raw.trim()) ? raw.trim() : undefined,
    print: (value) => value,
    allowed,
  }
}

/** A list of texts, as a JSON array or separated by commas. */
export function list(test: (value: string) => boolean, allowed: string): Kind<readonly string[]> {
  return {
    read: (raw) => {
      const parts: unknown[] = Array.isArray(raw)
        ? raw
        : typeof raw === 'string'
          ? raw.split(',')
          : [undefined]
      const items = parts.map((part) => (typeof part === 'string' ? part.trim() : '\0'))
      const given = items.filter((item) => item !== '')
      return given.every(test) ? Object.freeze(given) : undefined
    },
    print: (value) => value.join(','),
    allowed,
  }
}
