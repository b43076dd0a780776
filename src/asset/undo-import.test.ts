import { describe, expect, it } from 'vitest'
import { observed } from '../../test/support/observed.ts'
import { type Asset, merge, withoutImport } from './index.ts'

/** An observation by an import that the record remembers. */
function seenBy(importId: string, time: number, more: Partial<Asset> = {}): Asset {
  const times = { firstseen: time, lastupdatetime: time, content_time: time, content_import: importId }
  return observed({ ...times, imports: [[importId, time, time]], parts: '', ...more })
}

const page = (title: string): Partial<Asset> => ({ title, stated: ['title'] })
const all = (first: Asset, ...rest: readonly Asset[]): Asset => rest.reduce(merge, first)

describe('a record without an import', () => {
  it('is undefined when no other import observed it', () => {
    expect(withoutImport(seenBy('a', 10, page('x')), 'a')).toBeUndefined()
  })

  it('is unchanged when the import did not observe it', () => {
    const record = seenBy('a', 10, page('x'))
    expect(withoutImport(record, 'b')).toBe(record)
  })

  it('loses what only that import observed, and its times', () => {
    const jarm = { jarm: 'j', stated: ['jarm'] as const }
    const both = all(seenBy('a', 10, page('x')), seenBy('b', 20, jarm))
    expect(both).toMatchObject({ title: 'x', jarm: 'j', lastupdatetime: 20 })
    const left = withoutImport(both, 'b')
    expect(left).toMatchObject({
      title: 'x',
      jarm: '',
      lastupdatetime: 10,
      content_import: 'a',
      content_time: 10,
    })
    expect(left?.imports).toEqual([['a', 10, 10]])
    expect(withoutImport(both, 'a')).toMatchObject({
      title: '',
      jarm: 'j',
      firstseen: 20,
      lastupdatetime: 20,
    })
  })

  it('keeps content that an earlier import also observed, whichever is undone', () => {
    const three = all(seenBy('a', 10, page('x')), seenBy('b', 20, page('x')), seenBy('c', 30, page('x')))
    for (const [first, second] of [
      ['c', 'b'],
      ['b', 'c'],
      ['a', 'b'],
      ['c', 'a'],
    ] as const) {
      const once = withoutImport(three, first)
      expect(once?.title).toBe('x')
      const twice = once && withoutImport(once, second)
      expect(twice?.title).toBe('x')
      expect(
        twice && withoutImport(twice, ['a', 'b', 'c'].find((id) => id !== first && id !== second) ?? ''),
      ).toBeUndefined()
    }
    expect(withoutImport(three, 'c')).toMatchObject({
      lastupdatetime: 20,
      content_import: 'b',
      content_time: 20,
    })
  })

  it('becomes a bare port when nothing else is left', () => {
    const bare = seenBy('a', 10, { content_time: null, content_import: '' })
    const left = withoutImport(all(bare, seenBy('b', 20, page('x'))), 'b')
    expect(left).toMatchObject({ title: '', content_time: null, content_import: '', lastupdatetime: 10 })
  })

  it('merges as if the import had never happened', () => {
    const first = seenBy('a', 10, page('x'))
    const without = withoutImport(all(first, seenBy('b', 20, page('y'))), 'b')
    expect(without).toMatchObject({ title: '', lastupdatetime: 10 })
    const again = without && merge(without, seenBy('c', 30, page('z')))
    expect(again).toMatchObject({ title: 'z', lastupdatetime: 30, content_import: 'c' })
  })

  it('from before imports were stored keeps its content', () => {
    const old = seenBy('old', 10, { ...page('x'), imports: [] })
    const left = withoutImport(all(old, seenBy('b', 20, page('x'))), 'b')
    expect(left).toMatchObject({ title: 'x', firstseen: 10, lastupdatetime: 10 })
  })
})

describe('a record observed by more imports than it remembers', () => {
  const ids = Array.from({ length: 25 }, (_, index) => `import${String(index).padStart(2, '0')}`)
  const [first, ...rest] = ids.map((id, index) => seenBy(id, 10 * (index + 1), page('x')))
  const record = first && all(first, ...rest)

  it('combines the oldest of them, even when one of those is imported again', () => {
    expect(record?.imports).toHaveLength(20)
    expect(record?.imports[0]).toEqual(['', 10, 60])
    expect(record && first && merge(record, first)).toEqual(record)
  })

  it('stays, with its content, when all remembered imports are undone', () => {
    const left = ids.slice(5).reduce<Asset | undefined>((one, id) => one && withoutImport(one, id), record)
    expect(left).toMatchObject({ title: 'x', firstseen: 10, imports: [['', 10, 60]] })
  })
})

describe('the addresses of a name', () => {
  const at = (importId: string, time: number, ip: string): Asset =>
    seenBy(importId, time, { ip, addresses: [[ip, time, importId]] })

  it('of one import accumulate, newest first', () => {
    const both = all(at('a', 10, '192.0.2.1'), at('a', 11, '192.0.2.2'))
    expect(both).toMatchObject({ ip: '192.0.2.2', ips: ['192.0.2.2', '192.0.2.1'] })
  })

  it('are replaced by those of a newer import, not by those of an older one', () => {
    const both = all(at('a', 10, '192.0.2.1'), at('a', 11, '192.0.2.2'))
    expect(all(both, at('b', 20, '192.0.2.3'))).toMatchObject({ ip: '192.0.2.3', ips: [] })
    expect(all(both, at('b', 5, '192.0.2.3')).ips).toEqual(['192.0.2.2', '192.0.2.1'])
  })
})
