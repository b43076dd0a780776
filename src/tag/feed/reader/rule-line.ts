// What one line of a configuration says of addresses.

/** What a line of a configuration is. */
export type RuleLine =
  | {
      readonly is: 'addresses'
      readonly texts: readonly string[]
      /** Whether the rule lets the addresses in or keeps them out; absent where the format makes no difference. */
      readonly sense?: 'allow' | 'deny'
      /** An element that the line takes out of the list. */
      readonly left?: string | undefined
      /** Stands for further addresses that are not in the list. */
      readonly more?: string | undefined
    }
  /** Belongs to the format and holds no address; `denies`: a rule that keeps out what is named elsewhere. */
  | { readonly is: 'frame'; readonly denies?: true }
  | { readonly is: 'bad'; readonly reason: string }

/** A line with addresses. */
type AddressLine = Extract<RuleLine, { readonly is: 'addresses' }>

/** A format of configuration; lines come trimmed and with single blanks. */
export interface RuleFormat {
  readonly kind: string
  readonly title: string
  /** Whether only this format has such a line. */
  readonly sign: (line: string) => boolean
  readonly read: (line: string) => RuleLine
  /** The name of the list that a line belongs to, where the format has several in a file. */
  readonly list?: (line: string) => string | undefined
  /** The names of lists that a rule keeps out or lets in; `!` before a name or `unless` before it turns the rule round. */
  readonly uses?: (line: string) => readonly { readonly name: string; readonly sense: 'allow' | 'deny' }[]
  /** Lines that belong together: from one that begins, to one that ends. */
  readonly block?: { readonly from: RegExp; readonly to: RegExp }
  /** Whether a sign is enough where no line holds an address. */
  readonly mayBeEmpty?: boolean
}

/** A line without addresses. */
export const FRAME: RuleLine = { is: 'frame' }

/** A line that cannot be taken, and why. */
export const bad = (reason: string): RuleLine => ({ is: 'bad', reason })

/** A line with some addresses; empty words are left out. */
export const addresses = (...texts: readonly (string | undefined)[]): AddressLine => ({
  is: 'addresses',
  texts: texts.flatMap((text) => (text === undefined || text === '' ? [] : [text])),
})

/** Whether a word begins like an address or a network. */
export const isLike = (word: string | undefined): boolean =>
  word !== undefined && /^\[?(?:\d{1,3}\.\d|[0-9a-f]{0,4}:[0-9a-f:])/i.test(word)

/** The same for a rule that allows or denies. */
export const ruled = (allows: boolean, ...texts: readonly (string | undefined)[]): AddressLine => ({
  is: 'addresses',
  texts: texts.flatMap((text) => (text === undefined || text === '' ? [] : [text])),
  sense: allows ? 'allow' : 'deny',
})

/** `10.` and `10.1` as the block they stand for in access rules. */
export const blockOf = (word: string): string => {
  const octets = word.replace(/\.$/, '').split('.')
  return /^\d{1,3}(?:\.\d{1,3}){0,2}\.?$/.test(word)
    ? `${[...octets, '0', '0', '0'].slice(0, 4).join('.')}/${octets.length * 8}`
    : word
}
