// Which end of a connection a name stands for, and names of addresses that only accompany the one an entry is about.

const NEAR = /^(?:id_)?(?:src|source|client|attacker|remote|foreign|orig)(?!_?(?:id|name|type|url|port)s?$)/
const FAR =
  /^(?:id_)?(?:dst|dest|destination|server|victim|target|local|resp)(?!_?(?:id|name|type|url|port)s?$)/
const BESIDE =
  /^(?:(?:default_?)?gate_?way|gw|via|next_?hop|router|reporter|reported_?(?:by|from)|resolver|name_?servers?|dns(?:_?servers?)?)(?:_?(?:ips?|addr(?:ess)?(?:es)?|v?[46]))*$/

const plain = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll(/[\s.-]+/g, '_')

/** Whether a name is that of the end from which a connection comes. */
const isNearEnd = (name: string): boolean => NEAR.test(plain(name))

/** Whether a name is that of the end to which a connection goes. */
export const isFarEnd = (name: string): boolean => FAR.test(plain(name))

/** Whether a name is that of an address beside another: of a gateway, a name server or whoever reported it. */
export const isCompanion = (name: string): boolean => BESIDE.test(plain(name))

/** The names that only accompany others of the same entry; `names` are those with addresses. */
export function companionsIn(names: readonly string[]): ReadonlySet<string> {
  const isNear = names.some(isNearEnd)
  const beside = names.filter((name) => isCompanion(name) || (isNear && isFarEnd(name)))
  return new Set(beside.length < names.length ? beside : [])
}
