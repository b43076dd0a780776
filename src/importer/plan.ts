// From paths to inputs with their importers chosen.
import { AppError } from '../error/index.ts'
import { nearest } from '../util/index.ts'
import { detectFormat } from './detect.ts'
import { foreignTo } from './foreign.ts'
import { portReader } from './port-pattern.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from './importer.ts'
import { IMPORTERS, REFUSALS } from './registry.ts'
import {
  type Anchor,
  type FoundFile,
  type OpenedInput,
  type OpenOptions,
  openInputs,
} from './source/index.ts'

/** An input with its importer. */
export interface Planned {
  readonly input: Input
  readonly importer: Importer
  readonly options: ReadOptions
  /** Milliseconds UTC for observations without a time. */
  readonly defaultTime: number
}

/** A file that no importer reads: the reason, and the remedy. */
interface Refused {
  readonly name: string
  readonly refused: string
}

/** Import options stated by the user. */
export interface PlanOptions extends ReadOptions, Partial<Omit<OpenOptions, 'anchors' | 'namesPictures'>> {
  /** Name of the importer for all inputs; each is recognised by its content where absent. */
  readonly format?: string | undefined
  /** Milliseconds UTC for observations without a time; the file's modification time, else `now`, where absent. */
  readonly time?: number | undefined
  readonly now: number
  /** Regular expression whose first group is the port in the name of an input, where `port` is not given. */
  readonly portPattern?: string | undefined
  /** Called for each input before its content is read; a returned text is the reason to refuse it unread. */
  readonly onOpen?: (name: string) => string | undefined
}

/** The folder sources of all importers, for `findFiles`. */
export const ANCHORS: readonly Anchor[] = IMPORTERS.flatMap(({ anchor, anchorParts }) =>
  anchor === undefined ? [] : [{ file: anchor, parts: anchorParts ?? [] }],
)

const PICTURED = IMPORTERS.filter((importer) => importer.namesPictures === true)

function namesPictures(sample: Sample): boolean {
  return PICTURED.some((importer) => importer.detect(sample) > 0)
}

/** The importer of this name; fails with an `input` error that lists the names. */
export function importerNamed(name: string): Importer {
  const found = IMPORTERS.find((importer) => importer.name === name.toLowerCase())
  if (found !== undefined) return found
  const meant = nearest(
    name,
    IMPORTERS.map((importer) => importer.name),
  )
  const guess = meant === undefined ? '' : `; did you mean \`${meant}\`?`
  throw new AppError('input', `\`${name}\` is not a known format; it must be one of ${names()}${guess}`)
}

function names(): string {
  return IMPORTERS.map((importer) => importer.name).join(', ')
}

/** Opens files and chooses an importer for each input; inputs without an importer are returned with the reason. */
export async function* planInputs(
  files: readonly FoundFile[],
  options: PlanOptions,
): AsyncGenerator<Planned | Refused> {
  const portOf = portReader(options)
  const forced = options.format === undefined ? undefined : importerNamed(options.format)
  for await (const opened of openInputs(files, { ...options, anchors: ANCHORS, namesPictures })) {
    const refused = options.onOpen?.(opened.name)
    if (opened.kind === 'passed') yield { name: opened.name, refused: opened.reason }
    else if (refused !== undefined) yield { name: opened.name, refused }
    else {
      const port = portOf(opened.name)
      const chosen = choose(opened, forced, port !== undefined)
      if (chosen === undefined) continue
      if (typeof chosen === 'string') yield { name: opened.name, refused: chosen }
      else yield planned(opened, chosen, { ...options, port }, forced === undefined)
    }
  }
}

/** The importer, or why there is none; undefined for inputs that are skipped silently. */
function choose(
  opened: OpenedInput,
  forced: Importer | undefined,
  hasPort: boolean,
): Importer | string | undefined {
  const refusals = hasPort ? REFUSALS.filter(({ withoutPort }) => withoutPort !== true) : REFUSALS
  const detection = detectFormat(opened.sample, IMPORTERS, refusals)
  const companion = detection.kind === 'refusal' && detection.refusal.companion === true && !opened.given
  if (companion) return undefined
  if (forced !== undefined) return forced
  switch (detection.kind) {
    case 'importer':
      return detection.importer
    case 'refusal':
      return `this is ${detection.refusal.name}: ${detection.refusal.advice}`
    case 'empty':
      return 'the file is empty'
    case 'unknown':
      return `not a format we know (${detection.seen}); if it is one of them, say which with --format (${names()})`
  }
}

function planned(
  opened: OpenedInput,
  importer: Importer,
  options: PlanOptions,
  isDetected: boolean,
): Planned {
  const { port, fields, lineLimit, keepPersonal = false, coverage = false } = options
  return {
    input: opened,
    importer: { ...importer, read: (input, given) => watched(opened, importer.read(input, given)) },
    options: {
      ...{ port, fields, keepPersonal },
      ...(coverage && { coverage }),
      // Each record of a rejects file is of a source of its own.
      ...(isDetected && importer.name !== 'rejects' && { foreign: foreignTo(importer, IMPORTERS) }),
      ...(lineLimit !== undefined && { lineLimit }),
    },
    defaultTime: options.time ?? opened.modified ?? options.now,
  }
}

/** Passes on the readings, and adds why they stop if the bytes ended early. */
async function* watched(opened: OpenedInput, readings: AsyncIterable<Reading>): AsyncGenerator<Reading> {
  yield* readings
  const trouble = opened.trouble()
  if (trouble !== undefined) yield { kind: 'note', text: `${trouble}; what came before was read` }
}
