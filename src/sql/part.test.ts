import { describe, expect, it } from 'vitest'
import { fieldNamed } from '../field/index.ts'
import type { ResolvedNode } from '../query/index.ts'
import { readQuery } from '../query/index.ts'
import { BY_INDEX } from './needle.ts'
import { partsOf } from './part.ts'

const root = (text: string): ResolvedNode => readQuery(text).root

describe('union branches of a query', () => {
  it.each([
    'title="admin password"',
    'body="admin password"',
    'body="admin" || title="login"',
    'admin',
    'body="admin password" && country="DE"',
    'not (body="admin password" || port="80")',
  ])('`%s` has one', (text) => {
    expect(partsOf(root(text), BY_INDEX)).toEqual([root(text)])
  })

  it('a condition on texts with a prefilter has a separate branch', () => {
    expect(partsOf(root('title="a b" || body="admin password" || port="80"'), BY_INDEX)).toEqual([
      root('title="a b" || port="80"'),
      root('body="admin password" && not (title="a b" || port="80")'),
    ])
  })

  it('each of several excludes the matches of earlier ones', () => {
    expect(partsOf(root('country="DE" && (body="admin password" || body="two words")'), BY_INDEX)).toEqual([
      root('country="DE" && body="admin password"'),
      {
        kind: 'and',
        children: [root('country="DE"'), root('body="two words" && not body="admin password"')],
      },
    ])
  })

  it('words are searched in four fields, the body in a separate branch', () => {
    const anywhere = ['title', 'header', 'host'].map((name) => ({
      kind: 'test',
      field: fieldNamed(name),
      test: { op: 'contains', value: 'admin password' },
    }))
    const [first, second, ...more] = partsOf(root('"admin password"'), BY_INDEX)
    expect(first).toEqual({ kind: 'or', children: anywhere })
    expect(second).toEqual({
      kind: 'and',
      children: [root('body="admin password"'), { kind: 'not', child: first }],
    })
    expect(more).toEqual([])
  })

  it('there is one branch when the texts are read anyway or there are many conditions', () => {
    const word = root('"admin password"')
    expect(partsOf(word, 'text')).toEqual([word])
    expect(partsOf(word, { narrows: () => false })).toEqual([word])
    const many = root(['a b', 'c d', 'e f', 'g h'].map((needle) => `body="wor${needle}ord"`).join(' || '))
    expect(partsOf(many, BY_INDEX)).toEqual([many])
  })
})
