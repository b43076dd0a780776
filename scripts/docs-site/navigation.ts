// The pages of the documentation site in the order that a newcomer needs. Each is a file of the repository: the site has no text of its own.

/** One page. */
export interface Page {
  readonly title: string
  /** Its file, from the root of the repository. */
  readonly file: string
  /** Its name on the site, without extension. */
  readonly name: string
}

/** Pages under one heading of the side bar. */
interface Chapter {
  readonly title: string
  readonly pages: readonly Page[]
}

const root = (title: string, file: string, name: string): Page => ({ title, file, name })
const docs = (title: string, name: string): Page => ({ title, file: `docs/${name}.md`, name })

/** All chapters; a test compares them with the files of `docs`. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Start',
    pages: [root('Overview', 'README.md', 'index'), docs('Install', 'install')],
  },
  {
    title: 'Use',
    pages: [
      docs('Importing records', 'importers'),
      docs('Query language', 'query-language'),
      docs('Working with results', 'results'),
      docs('Queries of other search engines', 'translation'),
      docs('IP tagging', 'tagging'),
      docs('Tags', 'tags'),
      docs('Enrichment', 'enrichment'),
      docs('Product rules', 'rules'),
      docs('Known vulnerabilities', 'vulnerabilities'),
    ],
  },
  {
    title: 'Integrate',
    pages: [
      docs('HTTP API', 'http-api'),
      docs('Errors', 'errors'),
      root('TypeScript client', 'client/README.md', 'client'),
      docs('Model Context Protocol', 'mcp'),
      docs('Programs for FOFA', 'clients'),
      docs('FOFA syntax', 'fofa'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      docs('Operations', 'operations'),
      docs('Configuration', 'configuration'),
      docs('Command line', 'command-line'),
      docs('Reliability', 'reliability'),
      root('Security', 'SECURITY.md', 'security'),
      docs('ASVS', 'asvs'),
    ],
  },
  {
    title: 'Project',
    pages: [
      root('Changelog', 'CHANGELOG.md', 'changelog'),
      root('Architecture', 'ARCHITECTURE.md', 'architecture'),
      root('Contributing', 'CONTRIBUTING.md', 'contributing'),
      root('Benchmarks', 'bench/README.md', 'benchmarks'),
    ],
  },
]

/** All pages by their file. */
export const PAGES: ReadonlyMap<string, Page> = new Map(
  CHAPTERS.flatMap(({ pages }) => pages).map((page) => [page.file, page]),
)
