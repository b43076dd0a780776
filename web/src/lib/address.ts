// The address of a search, as users of the hosted service know it: `/result?qbase64=…`.
import { PAGE_SIZES, readCollapse, readPageSize, STANDARD_SIZE } from './page-size.ts'

/** What the address of a search holds. */
export interface SearchAddress {
  readonly query: string
  readonly page: number
  readonly full: boolean
  readonly view: View
  /** Records of a page. */
  readonly size: number
  /** Whether records with the same title and body are shown as one. */
  readonly collapse: boolean
}

/** The forms in which an answer is shown. */
export const VIEWS = ['cards', 'table', 'statistics'] as const

/** One of them. */
type View = (typeof VIEWS)[number]

/** Whether searches cover records of any age unless their address says otherwise. */
let standard = false

/** Sets what the server says about the default age of records. */
export function keepFullStandard(full: boolean): void {
  standard = full
}

/** Whether a new search covers records of any age. */
export function fullStandard(): boolean {
  return standard
}

/** Reads the parameters of an address; what cannot be read counts as absent. */
export function readAddress(parameters: URLSearchParams): SearchAddress {
  const page = Number(parameters.get('page') ?? '1')
  return {
    query: decode(parameters.get('qbase64') ?? ''),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    full: readFull(parameters.get('full')),
    view: VIEWS.find((view) => view === parameters.get('view')) ?? 'cards',
    size: PAGE_SIZES.find((size) => String(size) === parameters.get('size')) ?? STANDARD_SIZE,
    collapse: parameters.get('collapse') === 'true',
  }
}

/** A search to print: pages are as preferred in this browser unless it says otherwise. */
type PrintedSearch = Omit<SearchAddress, 'size' | 'collapse'> &
  Partial<Pick<SearchAddress, 'size' | 'collapse'>>

/** The address of a search; what is as usual is left out. */
export function printAddress({
  query,
  page,
  full,
  view,
  size = readPageSize(),
  collapse = readCollapse(),
}: PrintedSearch): string {
  const parameters = new URLSearchParams({ qbase64: encode(query) })
  if (page > 1) parameters.set('page', String(page))
  if (full !== standard) parameters.set('full', String(full))
  if (view !== 'cards') parameters.set('view', view)
  if (size !== STANDARD_SIZE) parameters.set('size', String(size))
  if (collapse) parameters.set('collapse', 'true')
  return `/result?${parameters}`
}

/** The address of the page about an address or a name. */
export function hostAddress(name: string): string {
  return `/hosts/${encodeURIComponent(name)}`
}

function readFull(text: string | null): boolean {
  return text === 'true' || (text !== 'false' && standard)
}

function encode(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}

function decode(encoded: string): string {
  try {
    const standard = encoded.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(standard), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}
