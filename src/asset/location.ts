// The data that offline databases hold on an address.

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
  /** The announced range, `first-last`, where the network database has one. */
  readonly as_range?: string | undefined
  /** Internet service provider, only from databases that name one. */
  readonly isp?: string
}

/** The location of an address that is in no database. */
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
