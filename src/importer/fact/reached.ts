import { canonicalAddress } from '../../util/index.ts'

/**
 * Where a service was reached: by its name where the source used one, with the address the source gives for it, else by its
 * address. Undefined when neither is there.
 */
export function reachedBy(
  name: string | undefined,
  address: string | undefined,
): { readonly reached: string; readonly stated: { readonly ip?: string } } | undefined {
  const ip = address === undefined ? undefined : canonicalAddress(address.trim())
  const used = name?.trim().replace(/^\[(.*)\]$/, '$1')
  if (used === undefined || used === '') return ip === undefined ? undefined : { reached: ip, stated: {} }
  const own = canonicalAddress(used)
  if (own !== undefined) return { reached: own, stated: {} }
  return { reached: used, stated: ip === undefined ? {} : { ip } }
}
