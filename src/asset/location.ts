// What offline databases say of an address.

/** Where and in whose network an address is; empty and null where nothing is known. */
export interface Location {
  readonly country: string
  readonly country_name: string
  readonly province: string
  readonly city: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly as_number: number | null
  readonly as_organization: string
  /** The announced range, `first-last`, where the database of networks says. */
  readonly as_range?: string | undefined
  /** Internet service provider, only from databases that name one. */
  readonly isp?: string
}

/** What is known of an address that no database names. */
export const NOWHERE: Location = Object.freeze({
  country: '',
  country_name: '',
  province: '',
  city: '',
  latitude: null,
  longitude: null,
  as_number: null,
  as_organization: '',
})
