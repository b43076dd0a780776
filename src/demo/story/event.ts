// What happened to the companies of the demonstration: each function is a small story that an example query finds.
import type { Observation } from '../../asset/index.ts'
import type { Host } from '../host.ts'
import { Random } from '../random.ts'
import type { WebProduct } from '../web-product.ts'
import { DAY, HOUR, lastTuesday, scanStart } from './calendar.ts'
import { companyHost, companyOf } from './company.ts'
import { iconOf } from './icon.ts'
import { observePage, observeService, type Seen, servicesOn, webProducts, withColumns } from './observe.ts'

/** What is known of when: the newest scan, and the one before, whose records it changes. */
interface Events {
  readonly earlier: readonly Observation[]
  readonly latest: readonly Observation[]
}

type Story = (random: Random, now: number) => Partial<Events>

/** Numbers of hosts behind those that companies have anyhow. */
const FIRST_HOST = 60

function hostOf(domain: string, number = 0): Host {
  return companyHost(companyOf(domain), FIRST_HOST + number)
}

function productOf(name: string): WebProduct {
  const [first] = webProducts(name)
  if (first === undefined) throw new Error(`no web product ${name}`)
  return first
}

const yesterday = (now: number): Seen => ({
  time: scanStart(now, 0) + HOUR,
  firstSeen: scanStart(now, 30) + HOUR,
})

/** A certificate that nobody renewed: it ended twelve days ago. */
const expiredCertificate: Story = (random, now) => {
  const host = hostOf('kestrel-freight.example')
  const site = { reached: `tracking.${host.domain}`, port: 443, isSecure: true, certificateDays: -12 }
  return { latest: [observePage(random, host, productOf('login'), site, yesterday(now))] }
}

const INDICES =
  'health status index              docs.count store.size\n' +
  'yellow open   patients-2025           48210     91.4mb\n' +
  'yellow open   patients-2026            9377     18.2mb\n' +
  'yellow open   appointments            73021     40.0mb\n'

/** A search engine of a laboratory that shows its patients to everybody. */
const exposedDatabase: Story = (random, now) => {
  const host = hostOf('labo-meridien.example')
  const site = { reached: host.ip, port: 9200, isSecure: false }
  const page = observePage(random, host, productOf('Elasticsearch'), site, yesterday(now))
  const finding = {
    tool: 'nuclei',
    id: 'elasticsearch-unauthenticated',
    name: 'Elasticsearch without authentication',
    severity: 'high',
    at: `http://${host.ip}:9200/_cat/indices?v`,
    evidence: INDICES,
  } as const
  return {
    latest: [
      { ...withColumns(page, { body: `${page.stated.body ?? ''}\n${INDICES}` }), findings: [finding] },
    ],
  }
}

/** An exit of the Tor network, as its operators announce it. */
const torExit: Story = (random, now) => {
  const host = hostOf('lantern-relay.example')
  const site = { reached: `exit1.${host.domain}`, port: 80, isSecure: false }
  const page = observePage(random, host, productOf('nginx'), site, yesterday(now))
  return {
    latest: [
      withColumns(page, {
        title: 'This is a Tor Exit Router',
        body: '<title>This is a Tor Exit Router</title>\n<h1>This is a Tor Exit Router</h1>\n<p>Most likely you are accessing this page because of traffic from this address. Lantern Relay runs it for people who need privacy.</p>\n',
        tag: ['demo', 'tor-exit'],
      }),
    ],
  }
}

/** Last Tuesday the storage of a clinic began to show a ransom note; until then it was an ordinary NAS. */
const ransomNote: Story = (random, now) => {
  const host = hostOf('bramble-clinic.example')
  const site = { reached: host.ip, port: 5000, isSecure: false }
  const before = { time: lastTuesday(now) - 7 * DAY, firstSeen: scanStart(now, 40) }
  const page = observePage(random, host, productOf('Synology DSM'), site, before)
  const note = withColumns(page, {
    title: 'Your files are encrypted',
    body: '<title>Your files are encrypted</title>\n<h1>Your files are encrypted</h1>\n<p>All records of the clinic were taken. Write to keys@ransom.test within 72 hours.</p>\n',
  })
  return { earlier: [page], latest: [{ ...note, time: lastTuesday(now) }] }
}

/** Last Tuesday a print shop opened Remote Desktop to everybody. */
const openedDesktop: Story = (random, now) => {
  const host = hostOf('otter-print.example')
  const [desktop] = servicesOn(3389)
  if (desktop === undefined) throw new Error('no remote desktop')
  const seen = { time: scanStart(now, 0) + HOUR, firstSeen: lastTuesday(now) }
  return { latest: [observeService(random, host, desktop, seen)] }
}

/** A copy of the login page of a bank on the other side of the world, with the bank's own icon. */
const copiedLogin: Story = (random, now) => {
  const bank = companyOf('halyard-bank.example')
  const host = { ...hostOf('alatau-telecom.example'), domain: 'halyard-bank-login.test', siteName: bank.name }
  const site = { reached: host.domain, port: 443, isSecure: true }
  const page = observePage(random, host, productOf('login'), site, {
    ...yesterday(now),
    firstSeen: lastTuesday(now),
  })
  const copied = withColumns(page, { title: 'Sign in | Halyard Bank', is_fraud: true })
  return { latest: [{ ...copied, icon: iconOf(bank.domain) }] }
}

/** A directory with backups that a web server lists. */
const openDirectory: Story = (random, now) => {
  const host = hostOf('gullwing-cu.example')
  const site = { reached: host.ip, port: 8080, isSecure: false }
  const page = observePage(random, host, productOf('Apache httpd'), site, yesterday(now))
  return {
    latest: [
      withColumns(page, {
        title: 'Index of /backup',
        body: '<title>Index of /backup</title>\n<h1>Index of /backup</h1>\n<a href="members.sql.gz">members.sql.gz</a>\n<a href="wp-config.php.bak">wp-config.php.bak</a>\n',
      }),
    ],
  }
}

const TRAP_PORTS = [
  21, 23, 25, 102, 110, 143, 445, 502, 1433, 3306, 3389, 5060, 5432, 5900, 6379, 9042, 27017,
]

/** A machine of a university on which everything seems to be open: a trap. */
const honeypot: Story = (random, now) => {
  const host = hostOf('thistle-university.example')
  const services = TRAP_PORTS.flatMap((port) => servicesOn(port).slice(0, 1))
  const seen = services.map((service) => observeService(random, host, service, yesterday(now)))
  return { latest: seen.map((one) => withColumns(one, { is_honeypot: true })) }
}

const STORIES: readonly Story[] = [
  expiredCertificate,
  exposedDatabase,
  torExit,
  ransomNote,
  openedDesktop,
  copiedLogin,
  openDirectory,
  honeypot,
]

/** All of them. */
export function observeEvents(seed: number, now: number): Events {
  const stories = STORIES.map((story, index) => story(new Random(seed, index, 0x6576656e), now))
  return {
    earlier: stories.flatMap(({ earlier = [] }) => earlier),
    latest: stories.flatMap(({ latest = [] }) => latest),
  }
}
