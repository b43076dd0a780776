// What comes with the program: registries by name, kinds of networks, public resolvers, and IPv4 addresses inside IPv6 ones.
// All of it is data written here from public facts; nothing is read from a file or the network.

export { type BuiltinFeed, builtinFeeds } from './builtin.ts'
export { explainEmbedded, explainMapped } from './embedded.ts'
export { SPECIAL_BLOCKS } from './special-block.ts'
export { guessKind, KIND_CONFIDENCE, SYSTEM_GROUPS, type SystemKind } from './system.ts'
