// What a package holds beside files of the tree: the bundled program, the page, the man page, the completion of shells and the
// networks of addresses. Run by
// `npm pack`. Node.js runs no TypeScript below `node_modules`, so the package holds no source.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { commandTree, completionScript, manPage, programVersion, SHELLS } from '../src/cli/index.ts'

const root = resolve(import.meta.dirname, '..')

// Installs and builds what is missing, the page among it, and prints the program of the sources as they are.
const program = execFileSync('sh', ['bin/setup'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
}).trim()
if (!program.startsWith('dist/program/')) throw new Error('the command could not be bundled')
copyBundle(join(root, dirname(program)), join(root, 'dist/program/package'))

const share = join(root, 'dist/share')
mkdirSync(share, { recursive: true })
const tree = await commandTree()
for (const shell of SHELLS) writeFileSync(join(share, `periplus.${shell}`), completionScript(shell, tree))
writeFileSync(join(share, 'periplus.1'), manPage(tree, programVersion()))

// The networks of addresses with their licences, without the copies that have addresses as numbers.
const networks = join(share, 'networks')
rmSync(networks, { recursive: true, force: true })
cpSync(join(root, 'node_modules/@ip-location-db/asn'), networks, {
  recursive: true,
  filter: (path) => !path.endsWith('-num.csv'),
})

/** Copies the bundle unless it is there; several packages may be made at the same time. */
function copyBundle(from: string, to: string): void {
  const mark = join(to, '.bundle')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === basename(from)) return
  const fresh = `${to}.${process.pid}`
  cpSync(from, fresh, { recursive: true })
  writeFileSync(join(fresh, '.bundle'), basename(from))
  rmSync(to, { recursive: true, force: true })
  try {
    renameSync(fresh, to)
  } catch {
    // Another one was quicker, with the same content.
    rmSync(fresh, { recursive: true, force: true })
  }
}
