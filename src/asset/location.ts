// What the offline databases know about an address.

/** The location and network of an address; unknown values are empty or null. */
export interface Location {
  readonly country: string
  readonly country_name: string
  readonly province: string
  readonly city: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly as_number: number | null
  readonly as_organization: string
  /** The announced range, `first-last`, if the network database has one. */
  readonly as_range?: string | undefined
  /** Internet service provider, only from databases that name it. */
  readonly isp?: string
}

/** The location of an address that no database contains. */
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
