// The tagger: weighs what every source says of an address and makes the entry. It knows no clock but the context's.

export { addressTags } from './address-tags.ts'
export { RULES } from './conflict.ts'
export { tagAddress } from './tag-address.ts'
export { tagLines } from './tag-lines.ts'
