// What is on the page in Chinese: no sentence left in English, full-width punctuation, one word for each concept.
import { describe, expect, it } from 'vitest'
import * as en from '../../web/src/locale/en/first.ts'
import * as enWork from '../../web/src/locale/en/work.ts'
import * as zh from '../../web/src/locale/zh/first.ts'
import { sentences } from '../../web/src/locale/zh/api/index.ts'
import * as zhWork from '../../web/src/locale/zh/work.ts'

const HAN = /\p{Script=Han}/u
/** Names and code that read the same in both languages. */
const SAME: ReadonlySet<string> = new Set([
  ...['API', 'ASN', 'Banner', 'CDN', 'CSV', 'IPv4', 'IPv6', 'JARM', 'JSON', 'NDJSON', 'Python', 'SSH'],
  ...['TypeScript', 'URL', 'VPN', 'curl'],
])
/** Words that an analyst would not have written, and what takes their place. */
const AVOIDED: Readonly<Record<string, RegExp>> = {
  '观测、观测记录': /读数/,
  '无法导入、未导入': /拒收/,
  'BGP 宣告网段': /通告网段/,
  '国家/地区': /国家(?!\/地区|机关)/,
  提交: /记账/,
  字段缺失: /未知的内容/,
  仅企业等级可返回: /企业等级可选取/,
}

const texts = new Map([...textsOf(zh.texts), ...textsOf(zhWork.texts)])
const english = new Map([...textsOf(en.texts), ...textsOf(enWork.texts)])
const meanings = new Map([...textsOf(zhWork.meanings), ...Object.entries(sentences)])

describe('the texts of the page in Chinese', () => {
  it('are in Chinese, save names and code', () => {
    const left = [...texts, ...meanings].filter(
      ([, text]) => !HAN.test(text) && /[A-Za-z]{2}/.test(proseOf(text)) && !isSame(text),
    )
    expect(left).toEqual([])
  })

  it('exist for every text in English', () => {
    const singular = /_(?:one|other)$/
    expect([...english.keys()].filter((name) => !singular.test(name) && !texts.has(name))).toEqual([])
  })

  it('have full-width punctuation', () => {
    const beside = /\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}|\p{Script=Han}\.(?:\s|$)/u
    const spaced = /\p{Script=Han} [“”，。：；（）]|[“”，。：；（）] \p{Script=Han}/u
    const found = [...texts, ...meanings].filter(([, text]) =>
      [beside, spaced].some((fault) => fault.test(proseOf(text))),
    )
    expect(found).toEqual([])
  })

  it('use one word for each concept', () => {
    const found = [...texts, ...meanings].flatMap(([name, text]) =>
      Object.entries(AVOIDED)
        .filter(([, avoided]) => avoided.test(text))
        .map(([better]) => `${name}: ${text} (${better})`),
    )
    expect(found).toEqual([])
  })
})

/** Every text by its name, such as `search.call`. */
function textsOf(tree: object, above = ''): readonly (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const path = above === '' ? name : `${above}.${name}`
    if (typeof value === 'string') return [[path, value] as const]
    return typeof value === 'object' && value !== null ? textsOf(value, path) : []
  })
}

/** A text without code and with a letter for what is filled in. */
function proseOf(text: string): string {
  return text.replaceAll(/\{\{[^}]*\}\}|`[^`]*`|<[^>]*>/g, 'x')
}

/** Whether a text is a name that both languages share, or a query. */
function isSame(text: string): boolean {
  return SAME.has(text.replace(/ \{\{\w+\}\}$/, '')) || /^\w+="/.test(text)
}
