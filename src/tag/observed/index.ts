// What our own records say of an address: classes, a score for decoys, claims. It knows no database; whoever has one fills `Observed`.

export { CERTIFICATE_CLASSES, CLASSES, classify } from '../../asset/index.ts'
export { observedClaims } from './claim.ts'
export { HONEYPOT_SIGNS, scoreHoneypot } from './honeypot.ts'
