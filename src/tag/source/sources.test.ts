import { NOW, buildSources, sourceOf } from '../../../test/support/tag.ts'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../util/index.ts'
import { sourceStates } from './source-state.ts'

const INPUTS = [
  sourceOf('exits', '5.6.7.8\n', { tags: ['tor_exit'] }),
  sourceOf('wide', '5.6.0.0/16\n2a00::/16\n5.6.7.0-5.6.7.9', { tags: ['list:wide'] }),
  sourceOf('broken', '<html>'),
  sourceOf('iana', '1.2.3.4\n'),
]

const at = (text: string) => {
  const address = parseAddress(text)
  if (address === undefined) throw new Error(text)
  return address
}

describe('sources', () => {
  it('answer with all ranges of all sources, longest prefix first', () => {
    const set = buildSources(INPUTS)
    const hits = set
      .lookup(at('5.6.7.8'))
      .map(({ source, match, bits, label }) => [source.name, match, bits, label.tags])
    expect(hits).toEqual([
      ['exits', '5.6.7.8', 32, ['tor_exit']],
      ['wide', '5.6.7.0-5.6.7.9', 28, ['list:wide']],
      ['wide', '5.6.0.0/16', 16, ['list:wide']],
    ])
    expect(set.lookup(at('2a00:1::1')).map(({ match }) => match)).toEqual(['2a00::/16'])
    expect(set.lookup(at('5.7.0.0'))).toEqual([])
    expect(set.system(16509).map(({ label }) => label.tags)).toEqual([['hosting'], ['cloud:aws']])
  })

  it('say why a source could not be loaded, and load the others', () => {
    const set = buildSources(INPUTS)
    expect(set.failures).toEqual([
      {
        name: 'broken',
        reason:
          'the file is HTML or XML, perhaps the page of an error; save its addresses as text, CSV or JSON',
      },
      { name: 'iana', reason: 'the name `iana` is taken' },
    ])
    expect(set.sources.map(({ name }) => name)).toEqual([
      'iana',
      'networks',
      'resolvers',
      'snapshot',
      'exits',
      'wide',
    ])
  })

  it('know which families a source covers', () => {
    const set = buildSources(INPUTS)
    const covered = set.sources.slice(4).map((source) => [set.covers(source, 4), set.covers(source, 6)])
    expect(covered).toEqual([
      [true, false],
      [true, true],
    ])
  })
})

describe('the state of sources', () => {
  it('follows the clock', () => {
    const set = buildSources(INPUTS)
    const state = (days: number) =>
      sourceStates(set, NOW + days * 86_400)
        .filter(({ name }) => ['iana', 'exits', 'wide'].includes(name))
        .map(({ name, state, age }) => [name, state, age === null ? null : Math.floor(age / 86_400)])
    expect(state(0)).toEqual([
      ['iana', 'fresh', 384],
      ['exits', 'fresh', 0],
      ['wide', 'fresh', 0],
    ])
    expect(state(8)).toEqual([
      ['iana', 'fresh', 392],
      ['exits', 'expired', 8],
      ['wide', 'fresh', 8],
    ])
    expect(state(40)[2]).toEqual(['wide', 'stale', 40])
  })
})
