// What our own records say of an address: classes, a score for decoys, claims. It knows no database; whoever has one fills `Observed`.

export { type ObservedClaim, observedClaims, observedConfidence } from './claim.ts'
export { CERTIFICATE_CLASSES, CLASSES, type ClassRow } from './class-table.ts'
export { type Classified, type ClassSigns, classify } from './classify.ts'
export { HONEYPOT_SIGNS, scoreHoneypot } from './honeypot.ts'
