import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as en from '../../web/src/locale/en/first.ts'
import * as enWork from '../../web/src/locale/en/work.ts'
import * as zh from '../../web/src/locale/zh/first.ts'
import * as zhWork from '../../web/src/locale/zh/work.ts'

const web = resolve(import.meta.dirname, '../../web/src')
/** What is shown without waiting for the texts of other pages. */
const PAGES = ['main.tsx', ...['search/Search', 'host/Host', 'SetPassword', 'Open'].map(routeOf)]

describe('the texts that are loaded first', () => {
  it('hold every text of the pages that do not wait for others', () => {
    const missing = [...reached(PAGES.map((page) => resolve(web, page)))].flatMap((file) =>
      areasIn(file)
        .filter((area) => !Object.hasOwn(en.texts, area))
        .map((area) => `${file}: ${area}`),
    )
    expect(missing).toEqual([])
  })

  it('share no area with those that are loaded later, in any language', () => {
    const areas = Object.keys(en.texts)
    expect(areas.filter((area) => Object.hasOwn(enWork.texts, area))).toEqual([])
    expect(Object.keys(zh.texts).sort()).toEqual(areas.sort())
    expect(Object.keys(zhWork.texts).sort()).toEqual(Object.keys(enWork.texts).sort())
  })
})

function routeOf(name: string): string {
  return `routes/${name}.tsx`
}

/** The files and what they import at once. */
function reached(files: readonly string[], seen = new Set<string>()): ReadonlySet<string> {
  for (const file of files.filter((one) => one.startsWith(web) && !seen.has(one))) {
    seen.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import (?!type)[^;]*?from|import) '(\.[^']+\.tsx?)'/gms,
    )
    reached(
      [...imports].map(([, to = '']) => resolve(dirname(file), to)),
      seen,
    )
  }
  return seen
}

/** The areas whose texts a file uses. */
function areasIn(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\bt\(['`](\w+)\./g)].map(([, area = '']) => area)
}
