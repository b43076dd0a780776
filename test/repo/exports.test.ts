// Nothing is exported that no other file uses, and nothing is passed on that no other file imports from there.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
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

const NAMED = /^(import|export) (?:type )?(?:[\w$]+, )?\{([^}]*)\} from '(\.[^']+)'/gm
const WHOLE = /(?:import|export)(?: \*[^']*from |\()'(\.[^']+)'/g
const targetOf = (path: string, from: string): string => join(dirname(path), from)

/** The names that files take from another, as `file name`; `file *` for all of them. */
const taken = new Set<string>()
const passedOn: string[] = []
for (const path of files) {
  const text = readFileSync(join(root, path), 'utf8')
  for (const [, kind, names = '', from = ''] of text.matchAll(NAMED)) {
    for (const part of names.split(',').filter((one) => one.trim() !== '')) {
      const [name = '', known = name] = part
        .trim()
        .replace(/^type /, '')
        .split(' as ')
      taken.add(`${targetOf(path, from)} ${name}`)
      if (kind === 'export') passedOn.push(`${path} ${known}`)
    }
  }
  for (const [, from = ''] of text.matchAll(WHOLE)) taken.add(`${targetOf(path, from)} *`)
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

it('is passed on only where another file imports it', () => {
  expect(passedOn.length).toBeGreaterThan(500)
  const unused = passedOn
    .filter((one) => !FOR_OTHERS.test(one) && !taken.has(one))
    .filter((one) => !taken.has(`${one.split(' ', 1)[0]} *`))
  expect(unused).toEqual([])
})
