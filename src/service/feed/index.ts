// Feeds: the files from which sources of tags are built, and the databases of locations and networks. Fetches, checks, stores
// versions and records failures in the data directory. Must not know HTTP routes, commands, accounts or how tags are used.

export { type Connector, createConnector } from './connector.ts'
export { activeVersion, isDatabase, replacedDatabases } from './database.ts'
export { FeedManager } from './manager.ts'
export { addRecommended, type Recommended } from './recommend.ts'
export { isPublicAddress } from './public-address.ts'
export type {
  Feed,
  FeedContent,
  FeedInput,
  FeedOutcome,
  FeedRow,
  Feeds,
  FeedVersion,
  UpdateOptions,
} from './types.ts'
