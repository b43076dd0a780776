// The feeds of a data directory.
import type { Config } from '../../config/index.ts'
import { createConnector, FeedManager } from '../../service/feed/index.ts'
import { dataFiles } from './data-directory.ts'

/** The feeds of the settings' data directory, fetched from the public internet only. */
export function openFeeds(config: Config, onChange?: () => void, now?: () => number): FeedManager {
  return new FeedManager({
    directory: dataFiles(config.data).feeds,
    connector: createConnector(),
    sizeLimit: config['feed.sizeLimit'],
    timeLimit: config['feed.timeLimit'],
    onChange,
    now,
  })
}
