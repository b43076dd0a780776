// Parts of what the server knows of an address or a name, by the names that the page uses.
import type * as answers from './answer-types.ts'

/** Everything the records say of an address, or of a name and those below it. */
export type HostAnswer = answers.HostPageAnswer
/** One record of a host. */
export type HostService = HostAnswer['services'][number]
/** A certificate that services of a host showed. */
export type HostCertificate = HostAnswer['certificates'][number]
/** What identifies a certificate, and whether it is valid. */
export type Certificate = NonNullable<HostService['certificate']>
/** The tags of one address. */
export type TagAnswer = answers.IpTagsLookupAnswer
/** Why an address has a tag. */
export type TagEvidence = TagAnswer['entry']['evidence'][number]
