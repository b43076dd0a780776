// The order of test files where no earlier run tells their durations, as in a fresh clone: long ones first, so that none of them
// runs alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, in that order; paths from the root. A file that is missing here only costs time. */
const LONGEST: readonly string[] = [
  'test/integration/store/agreement.test.ts',
  'test/integration/store/equality.test.ts',
  'test/scenario/scenario.test.ts',
  'test/integration/store/long-bodies.test.ts',
  'test/integration/store/dump.test.ts',
  'test/integration/store/cancel.test.ts',
  'test/e2e/refine.test.ts',
  'test/integration/damaged-records.test.ts',
  'test/integration/migrate.test.ts',
  'test/integration/serve-servers.test.ts',
  'test/integration/open.test.ts',
  'test/e2e/administration.test.ts',
  'test/integration/killed-import.test.ts',
  'test/integration/store/cluster.test.ts',
  'test/integration/command.test.ts',
  'test/integration/feed-command.test.ts',
  'test/integration/import/undo.test.ts',
  'test/integration/backup/server.test.ts',
  'test/e2e/hostile.test.ts',
  'test/e2e/account.test.ts',
  'test/integration/serve.test.ts',
  'test/integration/store/pause.test.ts',
  'test/integration/backup/nightly.test.ts',
  'test/integration/import/standing-still.test.ts',
  'test/e2e/search.test.ts',
  'test/e2e/tagging.test.ts',
  'test/e2e/second-account.test.ts',
  'test/integration/serve-together.test.ts',
  'test/integration/mcp.test.ts',
  'test/integration/import-api.test.ts',
  'src/importer/conformance.test.ts',
  'src/door/page/work.test.ts',
  'src/tag/source/accuracy.test.ts',
  'src/importer/hostile-runs.test.ts',
  'src/tag/feed/independent-count.test.ts',
  'src/importer/source/open.test.ts',
  'src/rule/library.test.ts',
  'src/importer/warc/warc.test.ts',
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
    return ['integration', 'shared', 'unit'].flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((one, other) => rank(one) - rank(other)),
    )
  }
}
