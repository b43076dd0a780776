// The usage rules for callers; their text is defined only here. A change of the text raises the version, and accounts that accepted
// an older version must accept it again.

/** The rules and their version. */
interface UsageRules {
  readonly version: string
  /** One rule each, a whole sentence. */
  readonly rules: readonly string[]
}

/** The current rules. */
export const USAGE_RULES: UsageRules = Object.freeze({
  version: '1',
  rules: Object.freeze([
    'You do not modify the data that the service returns.',
    'You give your key to no other person or organization; where that is found, the provider may end the agreement at once.',
    'You alone are responsible for misuse.',
    'Neither side discloses the other’s information to third parties without permission.',
  ]),
})
