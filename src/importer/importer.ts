// The interface of a source of records: it recognises its format and turns bytes into observations. No importer knows a database,
// the network, or another importer.
import type { BaseProtocol, Observation } from '../asset/index.ts'

/** The start of an input, decompressed, for detecting its format. */
export interface Sample {
  /** The path or name of the input, for sources whose file names mean something; never decisive alone. */
  readonly name: string
  /** Up to 64 KiB from the start. */
  readonly bytes: Uint8Array
  /** The same as UTF-8 text, without byte-order mark; invalid bytes as U+FFFD. */
  readonly text: string
  /** Whether the sample is the whole input. */
  readonly whole: boolean
}

/** One decompressed input. */
export interface Input {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** Reads another file beside this one, for sources that are a folder (`headers/x.txt`); undefined if there is none. */
  readonly beside: (path: string, limit?: number) => Promise<Uint8Array | undefined>
}

/** Values that the caller of an import may state when the source does not. */
export interface ReadOptions {
  /** Port of records whose source names none. */
  readonly port: number | undefined
  /** Column names in order, for sources without column names. */
  readonly fields: readonly string[] | undefined
  /** Longest line, JSON value or XML element in bytes; longer ones become one reject. Default 32 MiB. */
  readonly lineLimit?: number
  /** Keeps data about the person who recorded an archive; default false. */
  readonly keepPersonal?: boolean
  /** The name of the other source that a JSON object within the input is of; such objects are rejected. */
  readonly foreign?: (record: Readonly<Record<string, unknown>>) => string | undefined
  /** Also yields which ports were looked at without finding a service, where the source says so; default false. */
  readonly coverage?: boolean
}

/** Ports of a host that a source looked at without finding a service. */
export interface Probed {
  /** The name or address as it was reached. */
  readonly host: string
  readonly transport: BaseProtocol
  /** First and last port of each range. */
  readonly ports: readonly (readonly [number, number])[]
  /** What it found there instead: `closed`, `filtered`, `host down`. */
  readonly state: string
}

/** Something that could not become a record, with the reason and, where it has one, its text for repair. */
interface Reject {
  /** Line number from 1, or record number from 1 where the source has no lines. */
  readonly line: number
  readonly reason: string
  /** The original text, cut at 64 KiB. */
  readonly text: string
}

/** What reading an input yields, in its order. */
export type Reading =
  | { readonly kind: 'observation'; readonly line: number; readonly observation: Observation }
  | { readonly kind: 'reject'; readonly reject: Reject }
  /** Read and understood, but no service by its nature (a ping answer, a closed port, a request record); counted, not stored. */
  | { readonly kind: 'skip'; readonly line: number; readonly reason: string }
  /** Only with `coverage`. */
  | { readonly kind: 'probed'; readonly line: number; readonly probed: Probed }
  /** The input as a whole is incomplete or otherwise noteworthy (an aborted scan); shown to the user at the end. */
  | { readonly kind: 'note'; readonly text: string }

/** One source of records. */
export interface Importer {
  /** The value of `--format`. */
  readonly name: string
  /** The tool's usual name, with the command that writes the format. */
  readonly label: string
  /** How sure the sample is of this format: 0 no, 1 certain; the highest wins, ties are a defect the tests find. */
  readonly detect: (sample: Sample) => number
  /** For sources that are a folder: the name of its main file. Only that file is opened; the others are read through `beside`. */
  readonly anchor?: string
  /** Names of files and folders beside the anchor that belong to it and are not separate inputs. */
  readonly anchorParts?: readonly string[]
  /** Its files may name pictures beside them: within an archive it is read after all pictures of the archive were unpacked. */
  readonly namesPictures?: true
  /** Reads one input. Never throws for bad content: that is a reject or a note. Memory stays bounded whatever the input. */
  readonly read: (input: Input, options: ReadOptions) => AsyncIterable<Reading>
}

/** A format that is recognised but not supported, with advice for the user. */
export interface Refusal {
  readonly name: string
  readonly detect: (sample: Sample) => number
  readonly advice: string
  /** Belongs to another input (an index, a list of pages): skipped with a note within a folder or container. */
  readonly companion?: true
  /** Applies only where the user states no port. */
  readonly withoutPort?: true
}
