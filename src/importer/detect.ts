// Detects which source an input comes from, by its start.
import { visible } from '../util/index.ts'
import type { Importer, Refusal, Sample } from './importer.ts'

/** How many bytes of an input detection reads. */
export const SAMPLE_SIZE = 64 * 1024

/** The result of detection. */
type Detection =
  | { readonly kind: 'importer'; readonly importer: Importer; readonly score: number }
  | { readonly kind: 'refusal'; readonly refusal: Refusal }
  | { readonly kind: 'empty' }
  /** `seen` describes the start of the input for the error text. */
  | { readonly kind: 'unknown'; readonly seen: string }

/** Makes the sample of an input from its first bytes, cut at 64 KiB. */
export function makeSample(name: string, bytes: Uint8Array, whole: boolean): Sample {
  const start = bytes.subarray(0, SAMPLE_SIZE)
  // Blank lines before the first one say nothing of the format.
  const text = new TextDecoder('utf-8').decode(start).replace(/^(?:[ \t\r]*\n)+/, '')
  return { name, bytes: start, text, whole: whole && bytes.length <= SAMPLE_SIZE }
}

/** The format with the highest score; below one half no format is recognised. */
export function detectFormat(
  sample: Sample,
  importers: readonly Importer[],
  refusals: readonly Refusal[],
): Detection {
  if (sample.whole && isEmpty(sample.text.trim())) return { kind: 'empty' }
  let best: Detection = { kind: 'unknown', seen: describe(sample) }
  let highest = 0.5
  for (const importer of importers) {
    const score = importer.detect(sample)
    if (score > highest) [best, highest] = [{ kind: 'importer', importer, score }, score]
  }
  for (const refusal of refusals) {
    const score = refusal.detect(sample)
    if (score > highest) [best, highest] = [{ kind: 'refusal', refusal }, score]
  }
  return best
}

/** No content, or an empty JSON list. */
function isEmpty(text: string): boolean {
  return text === '' || (text.startsWith('[') && text.endsWith(']') && text.slice(1, -1).trim() === '')
}

/** Describes the start of an input in words. */
function describe(sample: Sample): string {
  const start = sample.text.trimStart()
  if (sample.bytes.includes(0)) return 'binary data'
  if (/^\/[/*]/.test(start) && /\n[ \t]{0,80}[{[]/.test(start.slice(0, 4096)))
    return `JSON with comments that begins with \`${firstLine(start)}\``
  if (/^(?:\{\s*["'}]|\[\s*(?:["'{[\]]|-?\d+\s*[,\]]))/.test(start))
    return `JSON ${faultOf(start)}that begins with \`${firstLine(start)}\``
  if (start.startsWith('<')) return `XML or HTML that begins with \`${firstLine(start)}\``
  return `text that begins with \`${firstLine(start)}\``
}

/** What keeps programs from reading a text as JSON. */
function faultOf(text: string): string {
  if (/^[{[]\s*'/.test(text)) return 'with single quotes '
  if (/\n[ \t]{0,80}\/[/*]/.test(text.slice(0, 4096))) return 'with comments '
  return /,\s*[}\]]/.test(text.slice(0, 4096)) ? 'with a comma behind the last item ' : ''
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0]?.trim() ?? ''
  return visible(line.length > 60 ? `${line.slice(0, 60)}…` : line)
}
