// The demonstration: invented records, varied and realistic, on addresses and names that are reserved for such use, each marked with the
// tag `demo`. Knows nothing of storage.

export { demonstrationScans } from './story/index.ts'
