import { expect, it } from 'vitest'
import { sentenceInChinese } from './report-phrases.ts'

it.each([
  ['54.6 GiB free of 252 GiB', '共 252 GiB，剩余 54.6 GiB'],
  ['4 threads for 20 connections of the engine', '4 个线程，引擎有 20 个连接'],
  ['not JSON: Unexpected token', '不是 JSON：Unexpected token'],
  ['[-4] Params Error: this saved search does not exist', '[-4] Params Error: 此已保存搜索不存在'],
  [
    'a.dtd: this is a document type definition: it holds no records of services',
    'a.dtd：文件类型为 a document type definition，其中没有服务记录',
  ],
  ['another sentence', 'another sentence'],
])('`%s` is read in Chinese as `%s`', (english, chinese) => {
  expect(sentenceInChinese(english)).toBe(chinese)
})
