import { describe, expect, it } from 'vitest'
import { readIcp } from './icp.ts'

describe('the registration number of a page', () => {
  it.each([
    ['<p>Copyright 京ICP备12345678号-1</p>', '京ICP备12345678号-1'],
    ['<a>京ICP证030173号</a>', '京ICP证030173号'],
    ['沪icp备 2021000001 号', '沪ICP备2021000001号'],
    ['备案号:粤ICP备&nbsp;10000001号-12 &nbsp;', '粤ICP备10000001号-12'],
    ['浙ICP证B2-20080101号', '浙ICP证B2-20080101号'],
    ['京 ICP 备 05000001 号', '京ICP备05000001号'],
    ['蜀ICP備05000001號', '蜀ICP備05000001號'],
    ['ICP备案查询 … 苏ICP备12345678号', '苏ICP备12345678号'],
    ['', ''],
    ['an ICP-MS laboratory', ''],
    ['ICP备案', ''],
    ['京ICP备12号', ''],
  ])('of %j is %j', (body, number) => {
    expect(readIcp(body)).toBe(number)
  })

  it('is found in linear time in a hostile text', () => {
    expect(readIcp('ICP备'.repeat(300_000))).toBe('')
    expect(readIcp('京ICP备 '.repeat(300_000))).toBe('')
  })
})
