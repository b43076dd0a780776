import { describe, expect, it } from 'vitest'
import { type Content, isFuller } from './rotate.ts'

const backup = (records: number, more: Partial<Content> = {}): Content => ({
  name: 'periplus-20260101T000000Z.tar',
  records,
  accounts: 1,
  damaged: false,
  ...more,
})

describe('an older backup stays', () => {
  it.each<[string, Content, readonly Content[]]>([
    ['for many more records', backup(75_600), [backup(36_000), backup(36_100)]],
    ['for records where newer ones have none', backup(1), [backup(0), backup(0)]],
    ['for accounts where newer ones have none', backup(100), [backup(100, { accounts: 0 })]],
    ['for records that were not damaged', backup(100), [backup(99, { damaged: true })]],
  ])('%s', (_, old, kept) => expect(isFuller(old, kept)).toBe(true))
})

describe('an older backup goes', () => {
  it.each<[string, Content, readonly Content[]]>([
    ['where newer ones hold as much', backup(100), [backup(100), backup(120)]],
    ['where newer ones hold a little less', backup(105), [backup(100), backup(98)]],
    ['where one newer one holds as much', backup(100), [backup(100), backup(0)]],
    ['when it holds nothing itself', backup(0, { accounts: 0, damaged: true }), [backup(0, { accounts: 0 })]],
    ['when it is as damaged as newer ones', backup(100, { damaged: true }), [backup(100, { damaged: true })]],
  ])('%s', (_, old, kept) => expect(isFuller(old, kept)).toBe(false))
})
