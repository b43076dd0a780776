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
  /** Belongs to the format and holds no address. */
  | { readonly is: 'frame' }
  | { readonly is: 'bad'; readonly reason: string }

/** A format of configuration; lines come trimmed and with single blanks. */
export interface RuleFormat {
  readonly kind: string
  readonly title: string
  /** Whether only this format has such a line. */
  readonly sign: (line: string) => boolean
  readonly read: (line: string) => RuleLine
  /** Whether a sign is enough where no line holds an address. */
  readonly mayBeEmpty?: boolean
}

/** A line without addresses. */
export const FRAME: RuleLine = { is: 'frame' }

/** A line that cannot be taken, and why. */
export const bad = (reason: string): RuleLine => ({ is: 'bad', reason })

/** A line with some addresses; empty words are left out. */
export const addresses = (...texts: readonly (string | undefined)[]): RuleLine => ({
  is: 'addresses',
  texts: texts.flatMap((text) => (text === undefined || text === '' ? [] : [text])),
})

/** Whether a word begins like an address or a network. */
export const isLike = (word: string | undefined): boolean =>
  word !== undefined && /^\[?(?:\d{1,3}\.\d|[0-9a-f]{0,4}:[0-9a-f:])/i.test(word)

/** The same for a rule that allows or denies. */
export const ruled = (allows: boolean, ...texts: readonly (string | undefined)[]): RuleLine => ({
  is: 'addresses',
  texts: texts.flatMap((text) => (text === undefined || text === '' ? [] : [text])),
  sense: allows ? 'allow' : 'deny',
})
