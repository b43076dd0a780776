// The words of generated pages: 200 000 made of syllables, drawn as natural texts draw theirs (Zipf), so that every frequency from
// "on most pages" to "never" can be searched for.
import type { Language } from '../../../src/demo/language.ts'
import { Random } from '../../../src/demo/random.ts'

/** How many different words the Latin vocabulary has. */
const VOCABULARY_SIZE = 200_000

const LOG_SIZE = Math.log(VOCABULARY_SIZE + 1)

const COMMON =
  'the and to of in for with your you is on this that from our are by it we as at more be or all can contact home page not site about search new please use user name information system service account time view help data website web online free privacy policy terms cookie copyright rights reserved powered password email address server version network support customer product download update security settings language english welcome click here read continue sign register forgot remember message error request response company business team work project open source software cloud platform solution mobile phone street city country'.split(
    ' ',
  )

const ONSETS = 'b c d f g h j k l m n p r s t v w z br cl dr fl gr pl pr sk st tr'.split(' ')
const VOWELS = 'a e i o u ai ea io ou'.split(' ')
// Odd, so that it permutes the 32-bit numbers; near their golden section, so that neighbours land far apart.
const SCATTER = 0x9e3779b1

const CODAS = ['', '', '', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'rk']

let vocabulary: readonly string[] | undefined

/** All words by rank; built once, about 12 MB. */
function words(): readonly string[] {
  vocabulary ??= buildVocabulary()
  return vocabulary
}

function buildVocabulary(): readonly string[] {
  const known = new Set(COMMON)
  for (let number = 0; known.size < VOCABULARY_SIZE; number++) known.add(wordOf(number))
  return [...known]
}

/** The word of a number: two or three syllables, from a mixed-radix decomposition of the scattered number. */
function wordOf(number: number): string {
  let rest = Math.imul(number, SCATTER) >>> 0
  const take = (list: readonly string[]): string => {
    const part = list[rest % list.length] ?? ''
    rest = Math.floor(rest / list.length)
    return part
  }
  const syllable = () => take(ONSETS) + take(VOWELS) + take(CODAS)
  const first = syllable() + take(ONSETS) + take(VOWELS)
  return rest % 3 === 0 ? first + take(CODAS) : first + syllable()
}

function drawWord(random: Random): string {
  return words()[Math.floor(Math.exp(random.fraction() * LOG_SIZE)) - 1] ?? 'the'
}

// Texts consist of recurring phrases and single words between them: faster than word by word, and real texts repeat themselves.
const PHRASE_COUNT = 1 << 15
const PHRASE_WORDS = 4

let phrases: { readonly inner: readonly string[]; readonly leading: readonly string[] } | undefined

function phraseBook(): { readonly inner: readonly string[]; readonly leading: readonly string[] } {
  if (phrases !== undefined) return phrases
  const random = new Random(0x70687261)
  const inner = Array.from({ length: PHRASE_COUNT }, () =>
    Array.from({ length: PHRASE_WORDS }, () => drawWord(random)).join(' '),
  )
  phrases = { inner, leading: inner.map((text) => `${text[0]?.toUpperCase()}${text.slice(1)}`) }
  return phrases
}

/** `length` or a few more characters of words in sentences. */
function prose(random: Random, length: number): string {
  const { inner, leading } = phraseBook()
  let text = ''
  let left = 0
  while (text.length < length) {
    const begins = left === 0
    if (begins) left = 1 + random.below(4)
    const phrase = (begins ? leading : inner)[random.below(PHRASE_COUNT)]
    text += `${text === '' ? '' : begins ? '. ' : ' '}${phrase} ${drawWord(random)}`
    left--
  }
  return `${text}.`
}

/** A few words of another script, made of its syllables. */
function foreignProse(random: Random, syllables: readonly string[], count: number, joined: boolean): string {
  const made: string[] = []
  for (let word = 0; word < count; word++) {
    let text = ''
    for (let part = 2 + random.below(2); part > 0; part--) text += random.pick(syllables)
    made.push(text)
  }
  return made.join(joined ? '' : ' ')
}

const divided = (text: string): readonly string[] => text.split(' ')

/** Letters for making words of a language: syllables, or single characters. */
const SYLLABLES: Readonly<Record<Language, readonly string[]>> = {
  en: [],
  de: divided('schaf ten werk haus gärt müh stra ße berg lich keit ung ver bin dung wort über zeug mann'),
  fr: divided('mai son tra vail clé bou tique ser vice pré nom ville eau forêt lu mière'),
  es: divided('ca sa tra ba jo ciu dad ca mi no ma ña na ser vi cio puer ta luz'),
  pt: divided('ca sa tra ba lho ci da de ca mi nho ma nhã ser vi ço por ta são'),
  ru: divided('про ста но ве ко ре ми да лю то гра фи сту бо ка ня ший ров ство ние тель ность'),
  zh: [
    ...divided(
      '数据 平台 服务 网络 安全 技术 公司 产品 信息 中心 文件 学校 城市 交通 医疗 教育 电力 水务 能源 设备 监控 智慧 工程 质量 报告 合同 项目 部门 系统 软件 开发 测试',
    ),
    ...'的一是在有中大为上个国我以要时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经',
  ],
  ja: divided('会社 概要 製品 情報 サービス お問い 合わせ 採用 ニュース 技術 開発 東京 設備 管理 システム'),
  ar: divided('خدمة شبكة مركز شركة نظام مدرسة مدينة صحة نقل طاقة بيانات أمن'),
}

/** Paragraphs of about `length` characters: some words of the language, then Latin ones. */
export function paragraphs(random: Random, language: Language, length: number): string {
  const letters = SYLLABLES[language]
  let text =
    letters.length === 0
      ? ''
      : `<p>${foreignProse(random, letters, 24, language === 'zh' || language === 'ja')}</p>\n`
  let left = length - text.length
  while (left > 0) {
    const paragraph = prose(random, Math.min(left, 300 + random.below(300)))
    text += `<p>${paragraph}</p>\n`
    left -= paragraph.length + 8
  }
  return text
}
