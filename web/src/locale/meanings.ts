/** What the server’s catalogues say in another language than theirs; what is missing is shown in English. */
export interface Meanings {
  /** By the name of the field. */
  readonly fields: Readonly<Record<string, string>>
  /** By the kind of the field, or the kind and the operator. */
  readonly kinds: Readonly<Record<string, string>>
  /** By the name of the setting. */
  readonly settings: Readonly<Record<string, string>>
  /** By the English sentence. */
  readonly tagSentences: Readonly<Record<string, string>>
  /** By the action of an audit event. */
  readonly actions: Readonly<Record<string, string>>
  /** By the name of a detail of an audit event, or the name and the value. */
  readonly details: Readonly<Record<string, string>>
  /** By the English summary of the operation. */
  readonly operations: Readonly<Record<string, string>>
  /** By the English explanation of the failure. */
  readonly errors: Readonly<Record<string, string>>
  /** Which values a setting allows. */
  readonly allowed: (text: string) => string
}
