// What comes with the program: registries by name, kinds of networks, public resolvers, and IPv4 addresses inside IPv6 ones.
// All of it are public facts that come with the program; nothing is read from the network.

export { type BuiltinFeed, builtinFeeds, SNAPSHOT } from './builtin.ts'
export { explainEmbedded, explainMapped } from './embedded.ts'
export { SNAPSHOT_DATE } from './snapshot.ts'
export { guessKind, SYSTEM_GROUPS } from './system.ts'
