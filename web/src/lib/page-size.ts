// How pages are made, as chosen in this browser: their size, and whether look-alikes are shown as one. Addresses state both, so that a
// shared page shows the same records.

/** The sizes to choose from. */
export const PAGE_SIZES = [20, 50, 100] as const

/** The size of pages whose address states none. */
export const STANDARD_SIZE: (typeof PAGE_SIZES)[number] = 20

const NAME = 'periplus.size'

/** The size chosen in this browser. */
export function readPageSize(): number {
  // Addresses are also printed where there is no browser.
  const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(NAME)
  return PAGE_SIZES.find((size) => String(size) === kept) ?? STANDARD_SIZE
}

/** Keeps a choice of size. */
export function keepPageSize(size: number): void {
  localStorage.setItem(NAME, String(size))
}

const COLLAPSE = 'periplus.collapse'

/** Whether look-alikes are shown as one in this browser. */
export function readCollapse(): boolean {
  return typeof localStorage !== 'undefined' && localStorage.getItem(COLLAPSE) === 'true'
}

/** Keeps whether look-alikes are shown as one. */
export function keepCollapse(collapse: boolean): void {
  localStorage.setItem(COLLAPSE, String(collapse))
}
