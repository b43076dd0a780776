// Files that are beside captured pages and hold none.
import { listAt, textAt } from '../fact/index.ts'
import type { Refusal, Sample } from '../importer.ts'
import { peekObjects } from '../text/index.ts'

const CDX_LINE = /^(?: CDX |!\w+ |[^\s{)]{1,1000}\)[^\s]{0,8000}[ \t]+\d{14}[ \t])/
/** Where archives and their collections keep indexes. */
const OF_ARCHIVE = /(?:^|\/)index(?:es)?\/[^/]*$/
const AQUATONE_PART = /(?:^|\/)https?__[a-z0-9_.-]+__[0-9a-f]{16}\.(?:txt|html)$/

function isIndex(sample: Sample): boolean {
  return OF_ARCHIVE.test(sample.name) && CDX_LINE.test(sample.text)
}

function isPackage(sample: Sample): boolean {
  const [first] = peekObjects(sample)
  const described = textAt(first, 'profile') === 'data-package' && listAt(first, 'resources').length > 0
  return described || (textAt(first, 'path') === 'datapackage.json' && textAt(first, 'hash') !== undefined)
}

function isPageList(sample: Sample): boolean {
  return textAt(peekObjects(sample)[0], 'format') === 'json-pages-1.0'
}

function isCrawlLog(sample: Sample): boolean {
  const [first] = peekObjects(sample)
  return ['timestamp', 'logLevel', 'context', 'message'].every((key) => textAt(first, key) !== undefined)
}

function isAquatoneList(sample: Sample): boolean {
  return sample.name.endsWith('aquatone_urls.txt') && /^https?:\/\/\S+\s*(?:\n|$)/.test(sample.text)
}

function isAquatonePart(sample: Sample): boolean {
  return AQUATONE_PART.test(sample.name) && (sample.name.endsWith('.html') || /^\d{3} /.test(sample.text))
}

const companion = (name: string, is: (sample: Sample) => boolean, advice: string): Refusal => ({
  name,
  detect: (sample) => (is(sample) ? 0.99 : 0),
  advice,
  companion: true,
})

const WARC_ADVICE = 'import the WARC or WACZ file it belongs to'

/** Indexes, lists and logs of web archives and of aquatone. */
export const CAPTURE_REFUSALS: readonly Refusal[] = [
  companion('the index of a web archive beside it', isIndex, `${WARC_ADVICE}, or state --format cdxj`),
  companion('the description of a WACZ file', isPackage, WARC_ADVICE),
  companion('the list of pages of a WACZ file', isPageList, WARC_ADVICE),
  companion('the log of a crawl', isCrawlLog, WARC_ADVICE),
  companion('the list of addresses of an aquatone run', isAquatoneList, 'import its folder'),
  {
    name: 'a single page of an aquatone run',
    detect: (sample) => (isAquatonePart(sample) ? 0.99 : 0),
    // Dots are written as `_` in these names, so the host cannot be read from them.
    advice: 'its name does not identify the host for sure; import the folder with its aquatone_session.json',
  },
]
