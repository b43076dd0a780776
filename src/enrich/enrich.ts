// From an observation to a record: canonical identity, and every value that the source left open and that can be derived.
import type { AddressTags, Asset, Location, Observation } from '../asset/index.ts'
import type { Picture } from './picture/index.ts'

/** The location and network of an address according to the offline databases; absent keys are unknown. */
export interface Locator {
  readonly locate: (ip: string) => Location
  /** Name, date and licence of each database, for attribution. */
  readonly databases: readonly Database[]
}

/** An offline database in use. */
export interface Database {
  readonly name: string
  readonly built: string
  readonly licence: string
  readonly attribution: string
}

/** What sources of tags say of an address (canonical text, or `''`). */
export type TagsOf = (ip: string) => AddressTags

/** What enrichment needs from its caller. */
export interface EnrichContext {
  readonly locator: Locator
  /** What sources of tags say of an address (canonical text); by default nothing. */
  readonly tagsOf?: TagsOf | undefined
  readonly importId: string
  /** Milliseconds UTC, for observations without a time. */
  readonly defaultTime: number
  /** Longest stored body in bytes. */
  readonly bodyLimit: number
}

/** The record, or the reason why there is none (no usable name, address or port). */
export type Enriched = EnrichedRecord | { readonly reason: string }

/** A record with its screenshot. */
export interface EnrichedRecord {
  readonly asset: Asset
  /** The screenshot as it is kept, or why it is refused; the record is made all the same. */
  readonly picture?: Picture | { readonly reason: string }
}

/** Turns one observation into a record. */
export type Enrich = (observation: Observation, context: EnrichContext) => Enriched
