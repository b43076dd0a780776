// Nothing is exported that no other file uses.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
/** An `index.ts` that passes a name on does not use it. */
const PASSED_ON = /^export (?:type )?\{[^}]*\} from .*$/gm
const EXPORT = /^export (?:async |abstract )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm

/** Which files use a name, by name. */
const usersOf = new Map<string, Set<string>>()
const exported: (readonly [path: string, name: string])[] = []
for (const path of files) {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(COMMENT, '')
  for (const [name] of text.replaceAll(PASSED_ON, '').matchAll(/[A-Za-z_$][\w$]*/g))
    usersOf.set(name, (usersOf.get(name) ?? new Set()).add(path))
  for (const [, name = ''] of text.matchAll(EXPORT)) exported.push([path, name])
}

/** A package's own interface, examples, files that are generated as a whole, and support of tests. */
const FOR_OTHERS =
  /^client\/|^examples\/|^test\/support\/|^web\/src\/lib\/answer-types\.ts$|\.test\.tsx?$|\.config\.ts$/

it('is exported only where another file uses it', () => {
  expect(exported.length).toBeGreaterThan(2000)
  const unused = exported.filter(
    ([path, name]) => !FOR_OTHERS.test(path) && ![...(usersOf.get(name) ?? [])].some((user) => user !== path),
  )
  expect(unused.map(([path, name]) => `${path}: ${name}`)).toEqual([])
})
