// Derives columns of stored records again, as a job that outlives the process. Knows records and their derivations; nothing of
// HTTP.

export { createDerivations, type Derivations, type DeriveInput, type DeriveJob } from './derivations.ts'
export { STORED_DERIVATIONS, type StoredDerivation } from '../../enrich/index.ts'
export { DERIVE_RATE, derivationsNamed } from './named.ts'
export { deriveAfterUpgrade, noteDerived, noteNewRecords, type VersionedRecords } from './upgrade.ts'
export { deriveTags, noteTagged, type TaggedRecords } from './tags.ts'
export { createPostponed } from './postponed.ts'
export { deriveRules, noteFirstRules, noteRecognised, type RecognisedRecords } from './rules.ts'
