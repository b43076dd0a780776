// How well a captured page represents its host.
import type { Asset, Page } from '../asset/index.ts'

/** Added to the depth of pages that represent a host only if there is no other: pictures, errors and anything but HTML. */
export const POOR_PAGE = 0x4000

/** The number of path segments of a page, plus a penalty for a page that represents its host badly; 0 for anything but a page. */
export function pageDepth(asset: Pick<Asset, 'status_code' | 'header'>, page: Page | undefined): number {
  if (page === undefined) return 0
  const segments = page.path.split('/').filter((segment) => segment !== '').length
  return Math.min(segments, POOR_PAGE - 1) + (isGood(asset) ? 0 : POOR_PAGE)
}

function isGood({ status_code, header }: Pick<Asset, 'status_code' | 'header'>): boolean {
  if (status_code !== null && status_code >= 400) return false
  if (status_code !== null && status_code >= 300) return true
  const type = /^content-type:[ \t]*([^;\s]*)/im.exec(header)?.[1]
  return type === undefined || type === '' || /^(text\/html|application\/xhtml\+xml)$/i.test(type)
}
