import { describe, expect, it } from 'vitest'
import { assetOf } from '../../test/support/enriched.ts'
import {
  type AddressTags,
  type Asset,
  MERGE_COLUMNS,
  type MergeColumns,
  merge,
  mergeHead,
  NO_TAGS,
  type Stated,
  statesOf,
  withoutImport,
  withoutTags,
  withTags,
} from './index.ts'

const AWS: AddressTags = { tags: ['cloud', 'cloud:aws', 'hosting'], no: ['tor_exit'] }
const TOR: AddressTags = { tags: ['tor_exit', 'tor_relay'], no: ['cloud'] }

function seen(stated: Stated, said: AddressTags, day = 2, importId = 'a'): Asset {
  const time = Date.UTC(2026, 0, day)
  return assetOf({ stated, time }, { tagsOf: () => said, importId })
}

describe('a record with tags', () => {
  it('gets what feeds say of its address, and unknown stays unknown', () => {
    const record = seen({}, AWS)
    expect(record).toMatchObject({
      ...{ tag: ['cloud', 'cloud:aws', 'hosting'], feed_tag: AWS.tags, is_cloud: true, cloud_name: 'aws' },
      ...{ tor_exit: false, tor_relay: null, vpn: null, is_honeypot: null, scanner: '', tag_conflict: [] },
    })
    expect(seen({}, TOR)).toMatchObject({ is_cloud: false, cloud_name: '', tor_exit: true, tor_relay: true })
  })

  it('keeps what its source states, empty values too, and shows where tags contradict it', () => {
    const record = seen(
      { tag: ['Cloud', 'mine'], is_cloud: false, cloud_name: 'azure', is_fraud: null },
      {
        tags: [...AWS.tags, 'fraud'],
        no: [],
      },
    )
    expect(record).toMatchObject({
      ...{ is_cloud: false, cloud_name: 'azure', is_fraud: null },
      tag: ['Cloud', 'mine', 'cloud:aws', 'hosting', 'fraud'],
      tag_conflict: ['is_cloud: stated false, tags say true', 'cloud_name: stated azure, tags say aws'],
    })
    expect(seen({ cloud_name: 'AWS', is_cloud: true }, AWS).tag_conflict).toEqual([])
  })

  it('loses tags without a trace, whatever its source stated', () => {
    for (const stated of [{}, { tag: ['hosting', 'x'] }, { is_cloud: true, banner: 'a honeypot' }]) {
      const plain = withoutTags(seen(stated, NO_TAGS))
      expect(withoutTags(seen(stated, AWS))).toEqual(plain)
      expect(withTags(withTags(seen(stated, AWS), TOR), NO_TAGS)).toEqual(seen(stated, NO_TAGS))
    }
  })

  it('shows what kind of service it is, and that its banner is a decoy’s', () => {
    expect(seen({ protocol: 'mysql' }, NO_TAGS).class).toEqual(['database'])
    const decoy = seen({ banner: 'SSH-2.0-OpenSSH_6.0p1 Debian-4+deb7u2' }, NO_TAGS)
    expect(decoy).toMatchObject({
      class: ['remote_shell'],
      is_honeypot: true,
      feed_tag: [],
      tag: ['honeypot'],
    })
    expect(seen({ banner: 'a honeypot', is_honeypot: false }, NO_TAGS)).toMatchObject({
      is_honeypot: false,
      tag_conflict: ['is_honeypot: stated false, tags say true'],
    })
  })

  it('takes no harm from a stored text that this program did not write', () => {
    const record = {
      ...seen({ tag: ['x'] }, NO_TAGS),
      tagging: '{"filled":["title"],"before":null',
      title: 't',
    }
    expect(withTags(record, NO_TAGS)).toMatchObject({ title: 't', tag: ['x'], tagging: '' })
  })
})

function columnsOf(asset: Asset): MergeColumns {
  return Object.fromEntries(MERGE_COLUMNS.map((column) => [column, asset[column]])) as unknown as MergeColumns
}

describe('merging records with tags', () => {
  it('merges what sources stated and takes the tags of the newer observation', () => {
    const merged = merge(seen({ tag: ['old'], title: 'x' }, AWS), seen({ banner: 'y' }, TOR, 3, 'b'))
    expect(merged).toMatchObject({ title: 'x', banner: 'y', is_cloud: false, cloud_name: '', tor_exit: true })
    expect(merged.tag).toEqual(['old', 'tor_exit', 'tor_relay'])
  })

  it('does not count tags as content: the states of a record with and without them are the same', () => {
    expect(statesOf(seen({ tag: ['x'], is_cloud: true }, AWS))).toEqual(
      statesOf(seen({ tag: ['x'], is_cloud: true }, NO_TAGS)),
    )
  })

  it('takes the tags of a record that was seen again from the newer observation, without reading the record', () => {
    const [known, again] = [seen({ title: 'x' }, AWS), seen({ title: 'x' }, TOR, 3, 'b')]
    const { need, columns, isSeenAgain } = mergeHead(columnsOf(known), columnsOf(again))
    expect([need, isSeenAgain]).toEqual(['nothing', true])
    expect({ ...again, ...columns }).toEqual(merge(known, again))
  })

  it('keeps the tags of the address when an import is undone', () => {
    const merged = merge(seen({ tag: ['old'], title: 'x' }, AWS), seen({ product: ['MySQL'] }, AWS, 3, 'b'))
    expect(merged.class).toEqual(['database'])
    expect(withoutImport(merged, 'b')).toMatchObject({ tag: ['old', ...AWS.tags], is_cloud: true, class: [] })
  })
})
