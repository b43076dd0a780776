// Tags of a record: what sources of tags say of its address, and what the record itself shows. What a source of records stated is
// never changed: tags are added after its tags, and fill only what it left open.
import { type Asset, isUnknown } from './asset.ts'
import { classify } from './classify.ts'

/** What sources of tags say of an address. */
export interface AddressTags {
  /** The tags that hold, in their order. */
  readonly tags: readonly string[]
  /** The namespaces that a complete source denies: `tor_exit`. */
  readonly no: readonly string[]
}

/** Where no source says anything. */
export const NO_TAGS: AddressTags = { tags: [], no: [] }

/** What tags fill when the source of the record left it open. */
const FILLED = ['is_cloud', 'cloud_name', 'is_honeypot', 'is_fraud'] as const
type Filled = (typeof FILLED)[number]

/** The columns that only tags fill. */
const OWN = {
  tagging: '',
  feed_tag: [],
  tag_conflict: [],
  class: [],
  tor_exit: null,
  tor_relay: null,
  vpn: null,
  proxy: null,
  scanner: '',
  cdn_name: '',
} as const satisfies Partial<Asset>

/** The columns that a record's tags change. */
export const TAGGED_COLUMNS = [...FILLED, ...(Object.keys(OWN) as (keyof typeof OWN)[]), 'tag'] as const

/** The columns that a record's tags are derived from or change. */
export const TAG_COLUMNS = [
  ...TAGGED_COLUMNS,
  ...(['ip', 'stated', 'product', 'protocol', 'title', 'banner', 'cert_is_equal'] as const),
] as const

/** What is stored to take tags out of a record again. */
interface Stored {
  readonly no?: readonly string[]
  /** The tags of the record itself, where tags were added to them. */
  readonly before?: readonly string[]
  readonly filled?: readonly Filled[]
}

/** Reads the stored text; one that this program did not write says nothing. */
function readStored(text: string): Stored {
  if (text === '') return {}
  try {
    return (JSON.parse(text) as Stored | null) ?? {}
  } catch {
    return {}
  }
}

/** What sources of tags said of the address when the record was tagged. */
export function addressTagsOf({ feed_tag, tagging }: Pick<Asset, 'feed_tag' | 'tagging'>): AddressTags {
  return { tags: feed_tag, no: readStored(tagging).no ?? [] }
}

/** The record without tags that its source did not state. */
export function withoutTags(asset: Asset): Asset {
  if (asset.tagging === '' && asset.feed_tag.length === 0 && asset.class.length === 0) return asset
  const { before, filled = [] } = readStored(asset.tagging)
  const unfilled = Object.fromEntries(
    filled.filter((column) => FILLED.includes(column)).map((column) => [column, UNFILLED[column]]),
  )
  return { ...asset, ...OWN, ...unfilled, ...(before && { tag: before }) }
}

const UNFILLED = {
  is_cloud: null,
  cloud_name: '',
  is_honeypot: null,
  is_fraud: null,
} as const satisfies Pick<Asset, Filled>

/** The record with the tags of its address; what the source stated comes first. */
export function withTags(asset: Asset, said: AddressTags): Asset {
  const plain = withoutTags(asset)
  const answers = answersOf(plain, said)
  const fills = fillsOf(answers)
  const filled = FILLED.filter((column) => isOpen(plain, column) && !isUnknown(fills[column]))
  const tag = joined(plain.tag, answers.tags)
  const stored: Stored = {
    ...(said.no.length > 0 && { no: said.no }),
    ...(tag !== plain.tag && { before: plain.tag }),
    ...(filled.length > 0 && { filled }),
  }
  return {
    ...plain,
    ...Object.fromEntries(filled.map((column) => [column, fills[column]])),
    tag,
    feed_tag: said.tags,
    tagging: Object.keys(stored).length === 0 ? '' : JSON.stringify(stored),
    tag_conflict: FILLED.flatMap((column) => conflictOf(column, plain, fills)),
    class: classesOf(plain),
    tor_exit: answers.is('tor_exit'),
    tor_relay: answers.is('tor_relay'),
    vpn: answers.is('vpn'),
    proxy: answers.is('proxy'),
    scanner: answers.nameOf('scanner'),
    cdn_name: answers.nameOf('cdn'),
  }
}

/** The answers that tags give. */
interface Answers {
  readonly tags: readonly string[]
  /** Yes, no or unknown. */
  readonly is: (namespace: string) => boolean | null
  /** The value of the first tag of a namespace that has one; `''` if none has. */
  readonly nameOf: (namespace: string) => string
}

function answersOf({ banner }: Asset, said: AddressTags): Answers {
  const isDecoy = banner !== '' && decoySign([banner]) !== undefined
  const tags = isDecoy && !said.tags.includes('honeypot') ? [...said.tags, 'honeypot'] : said.tags
  return {
    tags,
    is: (namespace) => {
      if (tags.some((tag) => tag === namespace || tag.startsWith(`${namespace}:`))) return true
      return said.no.includes(namespace) ? false : null
    },
    nameOf: (namespace) =>
      tags.find((tag) => tag.startsWith(`${namespace}:`))?.slice(namespace.length + 1) ?? '',
  }
}

function fillsOf({ is, nameOf }: Answers): Pick<Asset, Filled> {
  return {
    is_cloud: is('cloud'),
    cloud_name: nameOf('cloud'),
    is_honeypot: is('honeypot'),
    is_fraud: is('fraud'),
  }
}

/** Whether the source left the column open. */
function isOpen(asset: Asset, column: Filled): boolean {
  return !asset.stated.includes(column) && isUnknown(asset[column])
}

function joined(stated: readonly string[], tags: readonly string[]): readonly string[] {
  const known = new Set(stated.map((tag) => tag.toLowerCase()))
  const added = tags.filter((tag) => !known.has(tag))
  return added.length === 0 ? stated : [...stated, ...added]
}

/** The sentence for a stated value that tags contradict. */
function conflictOf(column: Filled, { [column]: stated }: Asset, fills: Pick<Asset, Filled>): string[] {
  const said = fills[column]
  if (isUnknown(stated) || isUnknown(said)) return []
  if (String(stated).toLowerCase() === String(said).toLowerCase()) return []
  return [`${column}: stated ${String(stated).slice(0, 200)}, tags say ${String(said)}`]
}

/** What kind of device or service the record shows; a port alone shows nothing. */
function classesOf({ product, protocol, title, cert_is_equal }: Asset): readonly string[] {
  const found = classify({
    products: product,
    protocols: protocol === '' ? [] : [protocol],
    titles: title === '' ? [] : [title],
    ports: [],
    certStates: cert_is_equal === true ? ['self_signed'] : [],
  })
  return [...new Set(found.map(({ name }) => name))]
}

/** Banners that known decoys send and real machines do not. */
const BANNERS: readonly (readonly [RegExp, string])[] = [
  [/SSH-2\.0-OpenSSH_6\.0p1 Debian-4\+deb7u2/, 'Cowrie’s default SSH banner'],
  [/Technodrome|Mouser Factory|88111222/, 'Conpot’s default plant'],
  [/\bhoneypot\b/i, 'calls itself a honeypot'],
]

/** What shows that one of the banners is a decoy's; undefined where nothing does. */
export function decoySign(banners: readonly string[]): string | undefined {
  return BANNERS.find(([pattern]) => banners.some((banner) => pattern.test(banner)))?.[1]
}
