/** The bounds of a query: UTF-8 bytes of text, depth of brackets and negations, conditions and words. */
export const LIMITS = { bytes: 16_384, nesting: 64, conditions: 1024 } as const
