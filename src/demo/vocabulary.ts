// The words of generated pages: 200 000 made of syllables, drawn as natural texts draw theirs (Zipf), so that every frequency from
// "on most pages" to "never" can be searched for.
import type { Random } from './random.ts'

/** How many different words the Latin vocabulary has. */
export const VOCABULARY_SIZE = 200_000

const COMMON =
  'the and to of in for with your you is on this that from our are by it we as at more be or all can contact home page not site about search new please use user name information system service account time view help data website web online free privacy policy terms cookie copyright rights reserved powered password email address server version network support customer product download update security settings language english welcome click here read continue sign register forgot remember message error request response company business team work project open source software cloud platform solution mobile phone street city country'.split(
    ' ',
  )

const ONSETS = 'b c d f g h j k l m n p r s t v w z br cl dr fl gr pl pr sk st tr'.split(' ')
const VOWELS = 'a e i o u ai ea io ou'.split(' ')
const CODAS = ['', '', '', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'rk']

let vocabulary: readonly string[] | undefined

/** All words by rank; built once, about 12 MB. */
export function words(): readonly string[] {
  vocabulary ??= buildVocabulary()
  return vocabulary
}

function buildVocabulary(): readonly string[] {
  const known = new Set(COMMON)
  for (let number = 0; known.size < VOCABULARY_SIZE; number++) known.add(wordOf(number))
  return [...known]
}

/** The word of a number: two syllables, and as many more as the number needs. */
function wordOf(number: number): string {
  let rest = number
  let word = ''
  const take = (list: readonly string[]): string => {
    const part = list[rest % list.length] ?? ''
    rest = Math.floor(rest / list.length)
    return part
  }
  for (let syllable = 0; syllable < 2 || rest > 0; syllable++)
    word += take(ONSETS) + take(VOWELS) + take(CODAS)
  return word
}

/** The probability that one drawn word is the one of this rank (from 0): log(1 + 1/(rank + 1)) / log(size + 1). */
export function shareOfRank(rank: number): number {
  return Math.log1p(1 / (rank + 1)) / Math.log(VOCABULARY_SIZE + 1)
}

/** `length` or a few more characters of words in sentences. */
export function prose(random: Random, length: number): string {
  const list = words()
  const scale = Math.log(VOCABULARY_SIZE + 1)
  let text = ''
  let left = 0
  while (text.length < length) {
    const word = list[Math.floor(Math.exp(random.fraction() * scale)) - 1] ?? 'the'
    if (left === 0) {
      left = 6 + random.below(12)
      text += `${text === '' ? '' : '. '}${word[0]?.toUpperCase()}${word.slice(1)}`
    } else text += ` ${word}`
    left--
  }
  return `${text}.`
}

/** A few words of another script, made of its syllables. */
export function foreignProse(
  random: Random,
  syllables: readonly string[],
  count: number,
  joined: boolean,
): string {
  const made: string[] = []
  for (let word = 0; word < count; word++) {
    let text = ''
    for (let part = 2 + random.below(2); part > 0; part--) text += random.pick(syllables)
    made.push(text)
  }
  return made.join(joined ? '' : ' ')
}
