import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commandsOf, commandTree } from './command-tree.ts'
import { completionScript, SHELLS } from './completion.ts'
import { manPage } from './man-page.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-completion-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
const tree = await commandTree()

function scriptOf(shell: (typeof SHELLS)[number]): string {
  const path = join(directory, shell)
  writeFileSync(path, completionScript(shell, tree))
  return path
}

/** What a shell offers behind these words. */
function offered(shell: 'bash' | 'fish', words: readonly string[]): string {
  const script = scriptOf(shell)
  const lines = {
    bash: `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _periplus; printf '%s ' "\${COMPREPLY[@]}"`,
    fish: `source ${script}; complete -C '${words.join(' ')}'`,
  }
  return spawnSync(shell, ['-c', lines[shell]], { encoding: 'utf8' }).stdout
}

describe('completion', () => {
  it('knows every command and option', () => {
    for (const shell of SHELLS) {
      const script = completionScript(shell, tree)
      for (const { name, options } of commandsOf(tree)) {
        expect(script).toContain(name)
        for (const { long } of options) expect(script).toContain(shell === 'fish' ? long.slice(2) : long)
      }
    }
  })

  it.each(SHELLS)('is a script that %s reads', (shell) => {
    if (!has(shell)) return
    expect(spawnSync(shell, ['-n', scriptOf(shell)], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
  })

  it.each(['bash', 'fish'] as const)(
    'in %s offers commands, commands below them, and their options',
    (shell) => {
      if (!has(shell)) return
      expect(offered(shell, ['periplus', 'impo'])).toMatch(/\bimport\b[\s\S]*\bimports\b/)
      expect(offered(shell, ['periplus', 'account', 'cr'])).toMatch(/^create\b/)
      expect(offered(shell, ['periplus', 'import', 'scan.xml', '--dr'])).toMatch(/^--dry-run\b/)
      expect(offered(shell, ['periplus', 'search', '--dry'])).not.toContain('--dry-run')
    },
  )
})

describe('the man page', () => {
  const page = manPage(tree, '1.2.3')

  it('has a section for every command', () => {
    for (const { path, commands } of commandsOf(tree))
      if (commands.length === 0)
        expect(page).toContain(`\n.SH ${path.toUpperCase().replaceAll('-', '\\-')}\n`)
  })

  it('is one that groff formats without a warning', () => {
    if (!has('groff')) return
    const options = ['-man', '-Tutf8', '-ww', '-Kutf8', '-z']
    expect(spawnSync('groff', options, { input: page, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
  })
})
