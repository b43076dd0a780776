// The words of the project are the field's words: those of an earlier vocabulary do not come back, in code, tests or documents.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Old words with what to write instead. Words of other meanings (`is no longer`, `there is no`) are not meant. */
const OLD: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/dormant/i, 'superseded version'],
  [/\bdeeds?\b|Deed/, 'audit event'],
  [/\bpurses?\b|Purse/i, 'balance, reservation'],
  [/\bseams?\b|seams_|Seam[A-Z]?|SEAM/, 'word bigram'],
  [/\bparcels?\b|Parcel/, 'upload'],
  [/\bmend(?:s|ed|ing)?\b/i, 'recover, repair'],
  [/\btall(?:y|ies)\b|Tally/, 'checksum'],
  [/\babsorb/i, 'merge'],
  [/fruitless/i, 'no results'],
  [/\bunder way\b/i, 'running, in flight, pending'],
  [/\btake-?back\b|\btakeBack|TakenBack/, 'undo'],
  [/\bfound by looking\b/i, 'detected'],
  [/\bpassed over\b/i, 'skipped'],
  [/\b(?:Finding|Address|Import)Sight\b|\bsights\b(?!')/, 'sighting'],
  [/\bstood\b|\bas it stands\b|\bwhat stands\b/i, 'is'],
  [/\b(?:is|are|was) told\b(?! (?:apart|to)\b)/i, 'is reported, shown'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|less\b)/i, 'is not a valid …, must be …'],
]

/** Names that were released: a table, its entries of backups, indexes of the engine, and names of other projects. */
const RELEASED: Readonly<Record<string, RegExp>> = {
  'src/store/schema/migrations.ts': /'dormant'|'seams_'/,
  'src/service/backup/entry-path.ts': /'dormant'/,
  'src/store/engine/server/schema.test.ts': /\bdormant(?:_local)?\b|\bseams_body\b/,
  'test/integration/store/upgrade.test.ts': /\bdormant(?:_local)?\b/,
  'src/cli/command/imports.ts': /takenBackAt/,
  'package-lock.json': /opencollective\.com\/parcel/,
}

const OWN = 'test/repo/vocabulary.test.ts'
/** Generated word lists, data of others in their own words, and pictures. */
const DATA =
  /^src\/demo\/data\/|^src\/tag\/feed\/(?:corpus|sample)\/|\.(?:png|ico|gz|bz2|zst|zip|mmdb|woff2?)$/

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && path !== OWN && !DATA.test(path) && existsSync(join(root, path)))

function oldWordsIn(path: string): readonly string[] {
  const released = RELEASED[path]
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const text = released === undefined ? line : line.replaceAll(new RegExp(released, 'g'), '')
      return OLD.filter(([pattern]) => pattern.test(text)).map(
        ([pattern, instead]) => `${path}:${index + 1}: ${pattern.exec(text)?.[0]} → ${instead}`,
      )
    })
}

it('no old word stands in the tree', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap(oldWordsIn)).toEqual([])
})

it('no file is named with an old word', () => {
  const words = /dormant|deed|purse|seam(?!less)|parcel|fruitless|tally|absorb|\bmend/
  expect(files.filter((path) => words.test(path))).toEqual([])
})
