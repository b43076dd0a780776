// The two trees of a query: as parsed (names and values as written) and as resolved against the catalogue. Only a resolved query
// compiles to SQL or is evaluated.
import type { TextSpan } from '../error/index.ts'
import type { Field } from '../field/index.ts'
import type { Address, Network, Span } from '../util/index.ts'

/** Every operator as it may be written; `~=` is read as `=~`. */
export type Operator = Comparison | '=' | '==' | '=~' | '*=' | '!=' | '!==' | '!~' | '!*='

/** The operators that compare by order. They have no negated spelling. */
export type Comparison = '>' | '>=' | '<' | '<='

/** The functions of the language. */
export type FunctionName = 'ip_filter' | 'ip_exclude'

/** The operands of an `and` or an `or`: at least two. */
export type Children = readonly [ParsedNode, ParsedNode, ...ParsedNode[]]

/** A parsed query. Spans are offsets into the text and are ignored when two trees are compared. */
export type ParsedNode =
  | { readonly kind: 'and' | 'or'; readonly children: Children }
  | { readonly kind: 'not'; readonly child: ParsedNode }
  /** A function on the records of an address. The span is that of its name. */
  | {
      readonly kind: 'call'
      readonly name: FunctionName
      readonly child: ParsedNode
      readonly span: TextSpan
    }
  | { readonly kind: 'word'; readonly word: string; readonly span: TextSpan }
  | {
      readonly kind: 'condition'
      /** As written. */
      readonly field: string
      readonly operator: Operator
      readonly value: string
      readonly fieldSpan: TextSpan
      readonly operatorSpan: TextSpan
      readonly valueSpan: TextSpan
    }

/** A parsed query. `mode` is `normal` when it contains no condition. */
export interface ParsedQuery {
  readonly mode: 'normal' | 'extended'
  readonly root: ParsedNode
  /** The source text, to which the spans refer. */
  readonly text: string
}

/** The test of a field's value, without negation. */
export type Test =
  /** Text: contains, both sides lower-cased by `lowerUTF8`. The value is as written, never empty. */
  | { readonly op: 'contains'; readonly value: string }
  /** Text and keyword: the whole value, exact case. */
  | { readonly op: 'equals'; readonly value: string }
  /** Keyword, and text once simplified: the whole value, both sides lower-cased. */
  | { readonly op: 'equalsIgnoringCase'; readonly value: string }
  /** RE2 expression found anywhere in the text as printed; `.` does not match a line end unless the expression says so. */
  | { readonly op: 'matches'; readonly expression: string }
  /** Whole text as printed, `*` any run and `?` one character, ignoring case. */
  | { readonly op: 'wildcard'; readonly pattern: string }
  /** No value known. */
  | { readonly op: 'empty' }
  | { readonly op: 'number'; readonly value: number }
  /** A number, compared by order. */
  | { readonly op: 'compare'; readonly comparison: Comparison; readonly value: number }
  | { readonly op: 'address'; readonly address: Address }
  | { readonly op: 'network'; readonly network: AddressRange }
  /** Time: from `first` until before `next`; either may be open. Milliseconds UTC. */
  | { readonly op: 'span'; readonly span: Partial<Span> }
  /** Host: reached by this name or one below it, or by this address. In lower case, canonical. */
  | { readonly op: 'reachedIn'; readonly name: string }
  /** A list: any of several tests with one value each; an empty list never matches. */
  | { readonly op: 'any'; readonly tests: readonly SingleTest[] }
  /** Yes/no; an unknown value counts as false. */
  | { readonly op: 'boolean'; readonly value: boolean }

/** A test with one value. */
export type SingleTest = Exclude<Test, { readonly op: 'any' }>

/** Addresses from `first` to `last`, both included: a CIDR, or a range between two addresses. */
export type AddressRange = Omit<Network, 'prefix'>

/** A query as resolved: fields are catalogue rows, values are typed, negation is a node. */
export type ResolvedNode =
  /** `children` has at least two elements. */
  | { readonly kind: 'and' | 'or'; readonly children: readonly ResolvedNode[] }
  | { readonly kind: 'not'; readonly child: ResolvedNode }
  /** Contained, ignoring case, in at least one of title, body, header and host. */
  | { readonly kind: 'word'; readonly word: string }
  /** Holds when any value of the field passes the test. */
  | { readonly kind: 'test'; readonly field: Field; readonly test: Test }
  /** A test of the considered records of this record's addresses; false for a record without address. */
  | { readonly kind: 'host'; readonly test: HostTest }
  /** Every record, or none: a possible result of simplification. */
  | { readonly kind: 'constant'; readonly value: boolean }

/** The test of all considered records of an address. */
export type HostTest =
  /** Some record of the address matches. */
  | { readonly op: 'some'; readonly child: ResolvedNode }
  /** The number of different ports. */
  | { readonly op: 'portCount'; readonly comparison: Comparison | '='; readonly value: number }
  /** Its records include all of these distinct ports. */
  | { readonly op: 'allPorts'; readonly ports: readonly number[] }

/** A query that compiles. The brand prevents compiling a parsed query. */
export interface ResolvedQuery {
  readonly mode: 'normal' | 'extended'
  readonly root: ResolvedNode
  readonly resolved: true
}
