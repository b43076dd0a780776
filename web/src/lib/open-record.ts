/** What names a record. */
export interface RecordName {
  readonly host: string
  readonly base_protocol: string
  readonly ip: string
}

/** Opens the whole of a record beside the list. */
export type OpenRecord = (record: RecordName) => void
