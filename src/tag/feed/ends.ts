// What names say of the addresses behind them: which end of a connection, what only accompanies an entry, what a list excepts.

const NEAR =
  /^(?:id_)?(?:src|saddr|source|client|attacker|remote|foreign|orig|rip(?=$|_))(?!_?(?:id|name|type|url|port)s?$)/
const FAR =
  /^(?:id_)?(?:dst|daddr|dest|destination|server|victim|target|local|resp|host(?=$|_)|lip(?=$|_)|service_addr|backend|upstream|request_host)(?!_?(?:id|name|type|url|port)s?$)/
const BESIDE =
  /^(?:(?:default_?)?gate_?way|gw|via|next_?hop|router|reporter|reported_?(?:by|from)|reverse_proxy|proxy_pass|upstreams?|backends?|listen(?:_?on)?|bind|home_nets?|resolver|name_?servers?|dns(?:_?servers?)?|join_key|broadcast|(?:first|last)_(?:host|usable)|parent|supernet|covering_(?:prefix|network)|neighbou?rs?|peers?|related|(?:last_|first_)?(?:seen|submitted|detected|observed)_by)(?:_?(?:ips?|addr(?:ess)?(?:es)?|v?\d))*$/
/** The cards of the machine itself, whose addresses have the length of their network behind them. */
const CARD = /^(?:interfaces?|ethernets|wifis|bonds|bridges|vlans|tunnels|nics?)$/
/** Whom a proxy names as the client; the nearest end of the connection is then another proxy. */
const FORWARDED =
  /^(?:https?_|headers?_)?(?:x_)?(?:(?:original_)?forwarded_for|xff|real_?ip|(?:true_)?client_ip|cf_connecting_ip)$/
/** Who saw what an entry is about; a list may also be one of them. */
const WATCHER =
  /^(?:sensor|honey_?pot|observer|collector|log_?source|device|dev_?ip|firewall|agent)s?(?:_?(?:ips?|addr(?:ess)?(?:es)?|v?[46]))*$/
/** What says something about an entry in words, and from where it was taken over. */
const REMARK =
  /^(?:description|descr|comments?|notes?|remarks?|name|label|title|contacts?|contact_?info(?:rmation)?)$/
/** What an entry is about. */
const SUBJECT =
  /^(?:(?:ip|ioc|indicator|observable)(?:_?(?:v?[46]|str|addr(?:ess)?|value))?|addr(?:ess)?|host|query|value|id)$/

/** A name in lower case, its words parted by `_`. */
export const plainName = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll(/[\s.-]+/g, '_')

/** Whether a name is that of the end from which a connection comes. */
export const isNearEnd = (name: string): boolean => NEAR.test(plainName(name))

/** Whether a name is that of a card of the machine itself. */
export const isCard = (name: string): boolean => CARD.test(plainName(name))

/** Whether a name is that of the addresses that proxies forwarded for, the client first. */
export const isForwarded = (name: string): boolean => FORWARDED.test(plainName(name))

/** Whether a name is that of the end to which a connection goes. */
const isFarEnd = (name: string): boolean => FAR.test(plainName(name))

/** Whether a name is that of an address beside another: of a gateway, a name server or whoever reported it. */
export const isCompanion = (name: string): boolean => BESIDE.test(plainName(name))

const isWatcher = (name: string): boolean => WATCHER.test(plainName(name))

/** Whether a name is that of the address which an entry is about. */
export const isSubject = (name: string): boolean => SUBJECT.test(plainName(name)) || isNearEnd(name)

const WITH_DOTS = /version|firmware|release|(?:^|_)oids?$/

/** Whether a name is that of a number with dots other than an address: of a version, or an identifier of SNMP and X.509. */
export const isNumberWithDots = (name: string): boolean => WITH_DOTS.test(plainName(name))

/** Whether a name may be one that only accompanies others. */
export const mayAccompany = (name: string): boolean =>
  isCompanion(name) ||
  isFarEnd(name) ||
  isWatcher(name) ||
  isForwarded(name) ||
  REMARK.test(plainName(name)) ||
  isOrigin(name)

const isOrigin = (name: string): boolean => /^source$/i.test(name)

/** The names that only accompany others of the same entry; `names` are those with addresses. */
export function companionsIn(names: readonly string[]): ReadonlySet<string> {
  const isNear = names.some(isNearEnd)
  const isClient = names.some(isForwarded)
  const isEntry = names.some(isSubject)
  const isListed = names.some((name) => SUBJECT.test(plainName(name))) && !names.some(isFarEnd)
  const beside = names.filter(
    (name) =>
      isCompanion(name) ||
      REMARK.test(plainName(name)) ||
      (isNear && isFarEnd(name)) ||
      (isClient && isNearEnd(name) && !isForwarded(name)) ||
      (isEntry && isWatcher(name)) ||
      (isListed && isOrigin(name)),
  )
  return new Set(beside.length < names.length ? beside : [])
}

const EXCEPTION =
  /^(?:(?:ip_?)?(?:except(?:ions?)?|exclu(?:de[sd]?|sions?)|exempt(?:ed|ions?)?)|(?:white|allow|pass|safe)_?list(?:ed)?|allow(?:ed)?|trusted|permit(?:ted)?|unblock(?:ed)?|unban(?:ned)?|ignored?|not|deleted|removed|revoked|expired|withdrawn|false_?positives?)(?:_?(?:ips?|hosts?|proxies|sources?|clients?|cidrs?|nets?|networks?|ranges?|blocks?|addresses|prefixes|list))*$/

/** Whether a name introduces addresses that are taken out of a list, where the list holds others. */
export const isException = (name: string): boolean => EXCEPTION.test(plainName(name))
