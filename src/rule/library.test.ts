// Every rule of the project recognises its positive examples with their version, and none of its negative ones.
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../test/support/evaluate.ts'
import type { Found } from '../asset/index.ts'
import { createRecognise, exampleRecord, readLibrary, type Rule } from './index.ts'
import { type ExampleText, MODEL } from './rule.ts'
import { isNamed } from './same-product.ts'

const rules = readLibrary({ areTested: false })
const all = createRecognise(rules)

/** The product's name in an example, with the model that it states. */
function nameIn({ product }: Rule, example: ExampleText | undefined): string | undefined {
  return product?.replace(MODEL, () => String(example?.['model']))
}

function faultsOf(rule: Rule): readonly string[] {
  const recognise = createRecognise([rule])
  const missed = rule.match.filter((example) => {
    const [found] = recognise(exampleRecord(example))
    return (
      found === undefined ||
      (example['version'] ?? found.version) !== found.version ||
      nameIn(rule, example) !== found.product
    )
  })
  const hit = rule.miss.filter((example) => recognise(exampleRecord(example)).length > 0)
  return [...missed, ...hit].map((example) => `${rule.id}: ${JSON.stringify(example)}`)
}

/** A product in the example of another: a program and its system, a part and its whole, an earlier and a later name. */
const TOGETHER: readonly string[] = [
  'application/fireware-xtm in title/watchguard-firebox-title',
  'application/manageengine-servicedesk-plus in title/servicedesk-plus-msp',
  'application/unifi-network-application in title/ubiquiti-unifi',
  'cookie/asp.net-cookie in cookie/microsoft-iis',
  'cookie/microsoft-iis in cookie/asp.net-cookie',
  'ftp-greeting/timos-ftp in ftp/sr-7750',
  'ftp-model/mac-os-x-server-ftp in ftp/apple-ftp',
  'ftp-model/mac-os-x-server-ftp in ftp/apple-ftp-2',
  'ftp/apple-ftp in ftp-model/mac-os-x-server-ftp',
  'ftp/qnap-nas-ftp in ftp-model/proftpd-in-brackets',
  'ftp/synology-ftp-ftp in ftp/smbftpd-2',
  'greeting-line/laserjet-pjl in snmp/hp-2840',
  'mail/exim-smtp in smtp-product/spamexperts',
  'mail/postfix-smtp in smtp-product/proton-mail',
  'operating-system/ntpd-variables in operating-system/netscaler-in-ntp',
  'printer-name/hp-designjet-device-designjet in printer/jetdirect-2',
  'server/netweaver-internet-communication-manager in server/netweaver-application-server-abap',
  'server/netweaver-internet-communication-manager in server/netweaver-application-server-java-2',
  'server/roku in server/miniupnpd-8',
  'snmp-model/sunos in snmp/sun-fire-v210',
  'snmp-model/sunos in snmp/t5240',
  'ssh-greeting/ssh-secure-shell-ssh in ssh-greeting/tru64-unix-ssh',
  'ssh-greeting/wireless-lan-controller-ssh in ssh/cisco-ssh',
  'ssh/cisco-ssh in ssh-greeting/wireless-lan-controller-ssh',
  'ssh/comware-ssh in ssh/h3c-ssh',
  'ssh/h3c-ssh in ssh/comware-ssh',
  'ssh/zyxel-zynos-ssh in ssh/zynos-firmware',
  'telnet/nokia-timos in telnet/sr-7750',
  'telnet/nokia-timos-2 in telnet/sr-7750',
  'telnet/windows-ce-telnet in telnet/webbox',
  'time-server/linux-in-ntp in operating-system/ntpd-variables',
  'time-server/linux-in-ntp in time-server/waas-in-ntp',
  'title/citrix-gateway-title in application/netscaler-application-delivery-controller',
  'title/citrix-gateway-title in title/netscaler-gateway',
  'title/jupyterlab-title in title/notebook',
  'title/luci-title in application/openwrt',
  'title/notebook in title/jupyterlab-title',
  'title/parallels-plesk in application/plesk-obsidian',
  'title/sonicos in title/sonicwall-title',
  'title/sonicwall-title in title/sonicos',
  'title/ubiquiti-unifi in application/unifi-network-application',
  'title/ubiquiti-unifi in title/unifi-network-title',
  'title/unifi-network-title in title/ubiquiti-unifi',
  'title/watchguard-firebox-title in application/fireware-xtm',
  'title/watchguard-firebox-title in title/fireware-xtm',
]

describe('the rules of the project', () => {
  it('cover 1,500 products, each rule with a positive and a negative example', () => {
    const products = new Set(rules.flatMap(({ product }) => product?.toLowerCase() ?? []))
    expect(products.size).toBeGreaterThanOrEqual(1500)
    expect(rules.filter(({ match, miss }) => match.length === 0 || miss.length === 0)).toEqual([])
  })

  it('are the same for records, where their expressions are not compiled again', () => {
    expect(readLibrary()).toEqual(rules)
  })

  it('keep their examples', () => {
    expect(rules.flatMap(faultsOf)).toEqual([])
  })

  it('mean what the query language says: the index finds what a naive evaluation finds', () => {
    const query = (rule: Rule) => ({ mode: 'extended', root: rule.condition, resolved: true }) as const
    const wrong = rules.flatMap((rule, index) => {
      const other = rules[(index * 7919) % rules.length] ?? rule
      return [...rule.match, ...rule.miss].flatMap((example) => {
        const record = exampleRecord(example)
        const isFound = createRecognise([other])(record).length > 0
        return evaluate(query(other), record, 0) === isFound ? [] : [`${other.id} ${JSON.stringify(example)}`]
      })
    })
    expect(wrong).toEqual([])
  })

  it('find the product of an example among all others', () => {
    const lost = rules.filter((rule) => {
      const {
        os,
        match: [first],
      } = rule
      const product = nameIn(rule, first)
      const found = first === undefined ? [] : all(exampleRecord(first))
      return !found.some((one) =>
        product === undefined ? one.os === os : one.product?.toLowerCase() === product.toLowerCase(),
      )
    })
    expect(lost.map(({ id }) => id)).toEqual([])
  })

  it('have one name for a product: no other spelling, and not with its maker here and without it there', () => {
    const named = rules.flatMap(({ product, vendor = '', cpe }) =>
      product === undefined ? [] : [{ product, vendor, cpe }],
    )
    const spellings = Map.groupBy(new Set(named.map(({ product }) => product)), (name) => name.toLowerCase())
    expect([...spellings.values()].filter(({ length }) => length > 1)).toEqual([])
    const known = new Set(named.map(({ product, cpe }) => `${cpe} ${product.toLowerCase()}`))
    const twice = named.filter(
      ({ product, vendor, cpe }) =>
        cpe !== undefined &&
        product.toLowerCase().startsWith(`${vendor.toLowerCase()} `) &&
        known.has(`${cpe} ${product.slice(vendor.length + 1).toLowerCase()}`),
    )
    expect(twice).toEqual([])
  })

  it('name a model or version only where their text states it', () => {
    const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    const numbers = (product: string): readonly string[] =>
      product.toLowerCase().match(/[a-z]*[0-9][a-z0-9-]*/g) ?? []
    const unstated = rules.filter(
      ({ product = '', when }) =>
        !NAMES_WITH_NUMBERS.has(product) &&
        !numbers(product).every((one) => plain(when).includes(plain(one))),
    )
    expect(unstated.map(({ id }) => id)).toEqual([])
  })

  it('need no name or number of the one installation that an example was taken from', () => {
    const names =
      /(?:foo|example|host)\.(?:bar|com|org|net)|\bhostname |(?:^|[^0-9])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?:[^0-9.]|$)/
    expect(rules.filter(({ when }) => names.test(when)).map(({ id }) => id)).toEqual([])
  })

  it('never contradict each other: no text is two products that cannot be together', () => {
    const pairs = rules.flatMap((rule) =>
      rule.match.flatMap((example) =>
        all(exampleRecord(example)).flatMap((found) =>
          isOther({ ...rule, product: nameIn(rule, example) }, found) ? [`${found.rule} in ${rule.id}`] : [],
        ),
      ),
    )
    expect([...new Set(pairs)].sort()).toEqual(TOGETHER)
  })
})

/** Products whose own name has a number. */
const NAMES_WITH_NUMBERS: ReadonlySet<string> = new Set([
  ...['Automation 360', 'n8n', 'Quad9', 'Ektron CMS400.NET', 'IBM i (OS/400)', 'Check Point FireWall-1'],
  ...['389 Directory Server (Fedora Directory Server)', 'Windows Server 2003 E-mail Services'],
  // The functional level of a domain controller is a number that stands for one.
  ...['Windows Server 2003', 'Windows Server 2008', 'Windows Server 2008 R2', 'Windows Server 2012'],
  ...['Windows Server 2012 R2', 'Windows Server 2016 or later'],
  ...['Web2py', 'Sage X3 Syracuse Web Server', 'TYPO3 CMS', 'Firewall-1', 'OS/400'],
  ...['Zigbee2MQTT', 'e107', 'b2evolution', 'Pi3Web', 'NAS4Free', 'TYPO3'],
  ...['H3C SSH', 'MDS 9000', 'Cloud C2', 'R1Soft Server Backup Manager', 'Plan 9', 'Neo4j Browser'],
])

function isOther({ product, cpe, category }: Partial<Rule>, found: Found): boolean {
  if (product === undefined || found.product === undefined) return false
  // Components run inside servers, themes and plug-ins inside content systems.
  if (category === 'component' || found.category === 'component' || found.rule === 'cms/wordpress')
    return false
  return !isNamed(found, { products: [product], cpes: cpe === undefined ? [] : [cpe] })
}
