// Every regular expression of the program takes linear time, whatever it is given: strangers write what it reads. `-+$` looks harmless
// and is tried anew at every dash of a run that is not at the end.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const ELSEWHERE = /\.test\.tsx?$|\.d\.ts$/

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'web/src', 'client/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !ELSEWHERE.test(file))

interface Expression {
  readonly pattern: string
  readonly flags: string
}

function expressionsIn(file: string): readonly Expression[] {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  expect(errors, file).toEqual([])
  const found: Expression[] = []
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return
    if ('regex' in node) found.push(node.regex as Expression)
    else for (const child of Object.values(node)) visit(child)
  }
  visit(program)
  return found
}

type Analyse = (expression: { readonly source: string; readonly flags: string }) => {
  readonly reports: readonly unknown[]
}

// A checkout whose packages are older than its lock file has no such library yet.
const library = 'scslre'
const analyse = await import(library).then(
  (loaded: { readonly analyse: Analyse }) => loaded.analyse,
  () => undefined,
)

const slow = ({ pattern, flags }: Expression): boolean =>
  (analyse?.({ source: pattern, flags }).reports.length ?? 0) > 0

it.skipIf(analyse === undefined)('knows an expression that is slow, and one that is not', () => {
  expect(slow({ pattern: '-+$', flags: '' })).toBe(true)
  expect(slow({ pattern: '^a*b*a*$', flags: '' })).toBe(true)
  expect(slow({ pattern: '^-+', flags: 'g' })).toBe(false)
})

it.skipIf(analyse === undefined)('finds no slow expression in the program and the page', () => {
  const all = files.flatMap((file) => expressionsIn(file).map((expression) => ({ file, ...expression })))
  expect(all.length).toBeGreaterThan(300)
  const found = all.filter(slow).map(({ file, pattern, flags }) => `${file}: /${pattern}/${flags}`)
  expect(found).toEqual([])
})
