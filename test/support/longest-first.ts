// The order of test files where no earlier run tells their durations, as in a fresh clone: long ones first, so that none of them
// runs alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, in that order; paths from the root. A file that is missing here only costs time. */
const LONGEST: readonly string[] = [
  'test/integration/store/agreement.test.ts',
  'test/integration/damaged-records.test.ts',
  'test/integration/backup/server.test.ts',
  'test/integration/import/undo.test.ts',
  'test/integration/import-api.test.ts',
  'test/integration/feed-command.test.ts',
  'test/integration/backup/nightly.test.ts',
  'test/integration/import/standing-still.test.ts',
  'test/integration/store/equality.test.ts',
  'test/integration/store/long-bodies.test.ts',
  'test/integration/serve.test.ts',
  'test/integration/setup.test.ts',
  'test/integration/command.test.ts',
  'test/integration/serve-together.test.ts',
  'test/integration/store/dump.test.ts',
  'test/integration/mcp.test.ts',
  'test/integration/store/cluster.test.ts',
  'test/integration/serve-servers.test.ts',
  'test/integration/store/cancel.test.ts',
  'test/integration/store/pause.test.ts',
  'src/importer/conformance.test.ts',
  'src/importer/hostile-runs.test.ts',
  'src/tag/feed/independent-count.test.ts',
  'src/tag/source/accuracy.test.ts',
  'src/door/page/work.test.ts',
]

/** Vitest's own order, with the longest files at its beginning. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId === `${project.config.root}/${path}`)
      return at < 0 ? LONGEST.length : at
    }
    const sorted = await super.sort(files)
    // The projects stay one after the other.
    const integration = sorted.filter(({ project }) => project.config.isolate)
    const unit = sorted.filter(({ project }) => !project.config.isolate)
    return [integration, unit].flatMap((group) => group.toSorted((one, other) => rank(one) - rank(other)))
  }
}
