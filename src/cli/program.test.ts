import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { OVERVIEW } from './overview.ts'
import { createProgram, programFor } from './program.ts'
import type { CommandContext } from './output/output.ts'

const context: CommandContext = {
  terminal: {
    out: () => undefined,
    data: () => undefined,
    error: () => undefined,
    interactive: false,
    width: 100,
    drained: async () => undefined,
  },
  confirm: async () => false,
  signal: new AbortController().signal,
}

const names = (program: Command): readonly string[] => program.commands.map((command) => command.name())

describe('the command line', () => {
  it('has an overview that says what the whole help says', async () => {
    const whole = await createProgram(context)
    const overview = await programFor(['--help'], context)
    expect(overview.helpInformation()).toBe(whole.helpInformation())
    expect(names(whole)).toEqual(Object.keys(OVERVIEW))
  })

  it.each(Object.keys(OVERVIEW))('loads %s alone when it is named, with all its options', async (name) => {
    const whole = await createProgram(context)
    const program = await programFor([name, '--help'], context)
    expect(names(program)).toEqual([name])
    const helpOf = (one: Command) => one.commands.find((part) => part.name() === name)?.helpInformation()
    expect(helpOf(program)).toBe(helpOf(whole))
  })

  it('loads all where the first word is not a command, so that the right one can be suggested', async () => {
    expect(names(await programFor(['serch'], context))).toContain('search')
    expect(names(await programFor(['--debug', 'search', 'x'], context))).toContain('search')
  })
})
