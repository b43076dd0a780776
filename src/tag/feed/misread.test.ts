// Lists that are easily misread without a word: what each holds, written down by hand, and how many lines of it are rejected.
import { describe, expect, it } from 'vitest'
import { countRows, printRow } from '../range/index.ts'
import { readFeed } from './read-feed.ts'

type Case = readonly [what: string, text: string, holds: string, rejected?: number]

const CASES: readonly Case[] = [
  [
    'every address as a range',
    '0.0.0.0 - 255.255.255.255\n192.0.2.1\n192.0.2.3\n192.0.2.5\n::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff\n',
    '192.0.2.1 192.0.2.3 192.0.2.5',
    2,
  ],
  [
    'ports of rules',
    'drop tcp $HOME_NET 1024:65535 -> 192.0.2.7 443 (sid:1;)\ndrop tcp !$HOME_NET any -> [192.0.2.8,192.0.2.9] [80,443] (sid:2;)\ndrop tcp [198.51.100.1, 198.51.100.2] any -> $HOME_NET any (sid:3;)\n',
    '192.0.2.7 192.0.2.8 192.0.2.9 198.51.100.1 198.51.100.2',
  ],
  [
    'blanks around the mark of a range',
    '192.0.2.0 - 192.0.2.9\n198.51.100.0 -198.51.100.9\n',
    '192.0.2.0-192.0.2.9 198.51.100.0-198.51.100.9',
  ],
  [
    'dashes of an editor',
    '192.0.2.0–192.0.2.9\n198.51.100.0 — 198.51.100.9\n203.0.113.0−203.0.113.9\n',
    '192.0.2.0-192.0.2.9 198.51.100.0-198.51.100.9 203.0.113.0-203.0.113.9',
  ],
  [
    'the last octet alone',
    '192.0.2.1 – .9\n192.0.2.11-.19\n198.51.100.1 to .9 of Example\n203.0.113.1 至 203.0.113.9\n203.0.113.11～203.0.113.19\n203.0.113.29 – .20\n',
    '192.0.2.1-192.0.2.9 192.0.2.11-192.0.2.19 198.51.100.1-198.51.100.9 203.0.113.1-203.0.113.9 203.0.113.11-203.0.113.19',
    1,
  ],
  [
    'further last octets',
    '192.0.2.1, .2, .3\n198.51.100.1/.2\n203.0.113.7\n203.0.113.8\n203.0.113.9\n',
    '203.0.113.7 203.0.113.8 203.0.113.9',
    2,
  ],
  [
    'ports of a firewall behind a slash',
    '<166>%ASA-4-106023: Deny tcp src outside:192.0.2.1/22 dst inside:10.0.0.1/443 by access-group "a"\n<166>%ASA-2-106001: Inbound TCP connection denied from 192.0.2.2/25 to 10.0.0.1/80 flags SYN on interface outside\n<166>%ASA-6-106100: access-list a denied tcp outside/192.0.2.3(51234) -> inside/10.0.0.1(443) hit-cnt 1\nRT_FLOW_SESSION_DENY: session denied 192.0.2.4/24->10.0.0.1/22 junos-ssh 6(0)\n',
    '192.0.2.1 192.0.2.2 192.0.2.3 192.0.2.4',
  ],
  [
    'ends of connections',
    'input: in:ether1 proto TCP (SYN), 192.0.2.1:51234->10.0.0.1:22, len 52\n03:04:05.678901 IP 192.0.2.2.51234 > 10.0.0.1.22: Flags [S]\n“192.0.2.3”… seen\n',
    '192.0.2.1 192.0.2.2 192.0.2.3',
  ],
  [
    'Chinese text',
    '恶意地址：192.0.2.1，192.0.2.2。\n另有192.0.2.4、192.0.2.5；\n来自198.51.100.0/24的攻击，版本1.2.3.4\n（203.0.113.7：8080）\n',
    '192.0.2.1 192.0.2.2 192.0.2.4 192.0.2.5 198.51.100.0/24 203.0.113.7',
  ],
  [
    'lists between words',
    'seen addresses: 192.0.2.1, 192.0.2.2.\nfurther also: 192.0.2.4, 192.0.2.5;\n',
    '192.0.2.1 192.0.2.2 192.0.2.4 192.0.2.5',
  ],
  [
    'a range before words',
    '192.0.2.0 - 192.0.2.255 Example Corp\n198.51.100.0 - 198.51.100.255 Other\n',
    '192.0.2.0/24 198.51.100.0/24',
  ],
  ['a range of networks', '192.0.2.0/24 - 198.51.100.0/24\n203.0.113.0/24\n', '203.0.113.0/24', 1],
  [
    'a netmask in a list of addresses',
    '192.0.2.0 255.255.255.0\n198.51.100.1\n198.51.100.2\n198.51.100.3\n',
    '192.0.2.0/24 198.51.100.1 198.51.100.2 198.51.100.3',
  ],
  [
    'a netmask with holes among others',
    '192.0.2.0 255.255.255.0\n198.51.100.0 255.0.255.0\n203.0.113.0 255.255.255.0\n',
    '192.0.2.0/24 203.0.113.0/24',
    1,
  ],
  [
    'a named netmask',
    'route add -net 192.0.2.0 netmask 255.255.255.0 reject\nip route add blackhole 198.51.100.0/24\n',
    '192.0.2.0/24 198.51.100.0/24',
  ],
  [
    'a prefix length apart',
    'add network name a subnet 192.0.2.0 mask-length 24\nadd network name b subnet 198.51.100.0 mask-length 25\n',
    '192.0.2.0/24 198.51.100.0/25',
  ],
  ['blanks around a slash', '192.0.2.0 /24\n198.51.100.0 /25\n', '192.0.2.0/24 198.51.100.0/25'],
  ['numbered items', '1. 192.0.2.1\n2. 198.51.100.2\n', '192.0.2.1 198.51.100.2'],
  [
    'several addresses of a line',
    '192.0.2.1, 198.51.100.2, 203.0.113.3\n',
    '192.0.2.1 198.51.100.2 203.0.113.3',
  ],
  [
    'lines with more and less',
    '192.0.2.1,198.51.100.2,203.0.113.3\n192.0.2.9\n',
    '192.0.2.1 198.51.100.2 203.0.113.3 192.0.2.9',
  ],
  [
    'several addresses of a cell',
    'name,ips\na,"192.0.2.1,198.51.100.2"\nb,203.0.113.3\n',
    '192.0.2.1 198.51.100.2 203.0.113.3',
  ],
  ['several systems of a line', 'AS64496, AS64497\nAS64498\n', 'AS64496 AS64497 AS64498'],
  [
    'a column of each family',
    'name,ipv4,ipv6\na,192.0.2.1,2001:db8::1\nb,198.51.100.2,\n',
    '192.0.2.1 198.51.100.2 2001:db8::1',
  ],
  [
    'lines behind the first four hundred',
    `${'192.0.2.1\n'.repeat(450)}198.51.100.0 255.255.255.0\n203.0.113.1,203.0.113.2\n`,
    `${'192.0.2.1 '.repeat(450)}198.51.100.0/24 203.0.113.1 203.0.113.2`,
  ],
  ['whole numbers for addresses', '3221225985\n3325256711\n', '192.0.2.1 198.51.100.7'],
  ['whole numbers in a named column', 'ip,cc\n3221225985,US\n3325256711,DE\n', '192.0.2.1 198.51.100.7'],
  [
    'numbers from the first block on',
    '"0","16777215","-"\n"3221225984","3221226239","US"\n"3325256704","3325256959","DE"\n',
    '0.0.0.0/8 192.0.2.0/24 198.51.100.0/24',
  ],
  [
    'numbers of single addresses',
    '"3221225985","3221225985","PUB"\n"3325256711","3325256711","PUB"\n',
    '192.0.2.1 198.51.100.7',
  ],
  [
    'numbers of IPv6',
    '"281473902969344","281473902969599","US"\n"42540766411282592856903984951653826560","42540766490510755371168322545197776895","JP"\n',
    '192.0.2.0/24 2001:db8::/32',
  ],
  ['hexadecimal addresses', '0xc0000201\n0xc6336407\n', '192.0.2.1 198.51.100.7'],
  ['a number with a zero before it', '01020304\n192.0.2.1\n192.0.2.2\n', '192.0.2.1 192.0.2.2', 1],
  ['padded octets', '192.000.002.001\n198.051.100.007\n', '192.0.2.1 198.51.100.7'],
  ['a full stop behind', '192.0.2.1.\n198.51.100.7.\n', '192.0.2.1 198.51.100.7'],
  ['addresses made harmless', '192[.]0[.]2[.]1\nhxxp://198.51.100[.]7/x\n', '192.0.2.1 198.51.100.7'],
  [
    'scopes before addresses',
    'id,ip\n1,Ip:192.0.2.1\n2,Range:198.51.100.0/24\n',
    '192.0.2.1 198.51.100.0/24',
  ],
  ['addresses in brackets with ports', '[2001:db8::1]:80\n[2001:db8::2]:443\n', '2001:db8::1 2001:db8::2'],
  ['sections in brackets', '[bad]\nip1=192.0.2.1\nip2=198.51.100.7\n', '192.0.2.1 198.51.100.7'],
  [
    'every address there is',
    '0.0.0.0/0\n::ffff:0:0/96\n192.0.2.1\n198.51.100.7\n::/0\n203.0.113.1\n',
    '192.0.2.1 198.51.100.7 203.0.113.1',
    3,
  ],
  [
    'rules that allow among those that deny',
    'deny 192.0.2.1;\nallow 198.51.100.7;\ndeny 203.0.113.0/24;deny 192.0.2.9;\ndeny all;\n',
    '192.0.2.1 203.0.113.0/24 192.0.2.9',
    1,
  ],
  [
    'rules that only allow',
    'allow 192.0.2.1;\nallow 198.51.100.0/24;\ndeny all;\n',
    '192.0.2.1 198.51.100.0/24',
  ],
  [
    'accepting and inverted rules',
    '[1:2] -A INPUT -s 192.0.2.1/32 -j DROP\n-A INPUT -s 198.51.100.7/32 -j ACCEPT\n-A INPUT ! -s 203.0.113.1/32 -j DROP\n-A INPUT -m iprange --src-range 203.0.113.4-203.0.113.7 -j DROP\n',
    '192.0.2.1 203.0.113.4/30',
    2,
  ],
  [
    'zero in a geo block',
    'geo $bad {\n default 0;\n 192.0.2.0/24 1;\n 198.51.100.0/24 0;\n}\n',
    '192.0.2.0/24',
    1,
  ],
  [
    'blocks of access rules',
    '<RequireAll>\nRequire all granted\nRequire not ip 10.1 192.0.2.\n</RequireAll>\n',
    '10.1.0.0/16 192.0.2.0/24',
  ],
  [
    'a sentence in YAML',
    '- ip: 192.0.2.1\n  note: seen with 203.0.113.1\n- ip: 198.51.100.7\n  note: none\n',
    '192.0.2.1 198.51.100.7',
  ],
  [
    'network and length in JSON',
    '[{"network":"192.0.2.0","cidr":24},{"ip":"198.51.100.0","mask":"255.255.255.128"},{"start":3405803776,"end":3405804031}]',
    '192.0.2.0/24 198.51.100.0/25 203.0.113.0/24',
  ],
  [
    'several addresses of a text in JSON',
    '{"a":"192.0.2.1, 198.51.100.7","b":"203.0.113.1|443","c":"a.example|203.0.113.2"}',
    '192.0.2.1 198.51.100.7 203.0.113.1 203.0.113.2',
  ],
  [
    'patterns with sets and networks',
    JSON.stringify({
      objects: [
        { pattern: "[ipv4-addr:value IN ('192.0.2.1','192.0.2.2')] AND [ipv4-addr:value != '203.0.113.9']" },
        {
          pattern:
            "[network-traffic:dst_ref.value = '198.51.100.7' OR ipv6-addr:value ISSUBSET '2001:db8::/32']",
        },
      ],
    }),
    '192.0.2.1 192.0.2.2 198.51.100.7 2001:db8::/32',
  ],
  [
    'remarks of access lists',
    'access-list 10 remark was 192.0.2.1\naccess-list 10 deny 198.51.100.0 0.0.0.255\nip access-list extended x\n remark as 192.0.2.2\n 10 remark 192.0.2.3\n deny ip host 203.0.113.1 any\n',
    '198.51.100.0/24 203.0.113.1',
  ],
  [
    'a netmask beside its network as CIDR',
    '{"items":[{"network":"192.0.2.0","mask_len":24,"cidr":"192.0.2.0/24","mask":"255.255.255.0"}]}',
    '192.0.2.0/24 192.0.2.0/24',
  ],
  [
    'networks with longer prefixes',
    'define BAD = [ 192.0.2.0/24+, 198.51.100.0/25{26,28} ];\nroute 203.0.113.0/24 blackhole;\n',
    '192.0.2.0/24 198.51.100.0/25 203.0.113.0/24',
  ],
  [
    'a warning list without its type',
    '{"list":["192.0.2.1","198.51.100.0/24"]}',
    '192.0.2.1 198.51.100.0/24',
  ],
]

function read(text: string) {
  const found = readFeed('auto', new TextEncoder().encode(text), { name: 'x', tags: ['list:x'] })
  if (!found.ok) throw new Error(found.reason)
  return found.feed
}

function holdsOf(text: string): string {
  const { ranges, systems } = read(text)
  const rows = [ranges.four, ranges.six].flatMap((list) =>
    Array.from({ length: countRows(list) }, (_, row) => printRow(list, row)),
  )
  return [...rows, ...systems.map(({ asn }) => `AS${asn}`)].join(' ')
}

describe('a list is not misread', () => {
  it.each(CASES.map(([what, ...rest]) => ({ what, rest })))('$what', ({ rest }) => {
    const [text, holds, rejected = 0] = rest
    expect(holdsOf(text)).toBe(holds)
    expect(read(text).bad).toBe(rejected)
  })

  it.each([
    ['127.0.0.1 ads.example\n127.0.0.1 more.example\n', 'the file holds no address (read as hosts file)'],
    ['0.0.0.0 ads.example\n', 'no line could be read; line 1: `0.0.0.0` is not an address of the name'],
  ])('names without addresses are refused: %j', (text, reason) => {
    expect(readFeed('auto', new TextEncoder().encode(text), { name: 'x' })).toEqual({ ok: false, reason })
  })

  it('is not complete for an operator whose record names others', () => {
    const complete = (text: string) => {
      const hints = { name: 'x', tags: ['vpn:acme'], basis: 'published' } as const
      const found = readFeed('auto', new TextEncoder().encode(text), hints)
      return found.ok ? found.feed.complete.length > 0 : found.reason
    }
    expect(complete('v=spf1 ip4:192.0.2.0/24 ~all\n')).toBe(true)
    expect(complete('v=spf1 ip4:192.0.2.0/24 include:mail.example ~all\n')).toBe(false)
    expect(complete('v=spf1 ip4:192.0.2.0/24 mx ~all\n')).toBe(false)
  })

  it('takes the mailbox for abuse before a general one that is nearer', () => {
    const text = `inetnum: 192.0.2.0 - 192.0.2.255
org: ORG-X

organisation: ORG-X
e-mail: sales@x.example
abuse-c: AB1

role: Abuse
nic-hdl: AB1
abuse-mailbox: abuse@x.example
`
    const contacts = read(text).labels.flatMap(({ contact }) => contact ?? [])
    expect(contacts).toEqual(['abuse@x.example'])
  })

  it('says which addresses before the first readable one were left out', () => {
    const text = 'from 192.0.2.0/99 to 198.51.100.7 at noon\nby 203.0.113.1 in the evening\n'
    const found = readFeed('auto', new TextEncoder().encode(text), { name: 'x', tags: ['tor_exit'] })
    expect(found.ok && found.feed.guesses).toContain(
      'further addresses of 1 line are not read (line 1: `192.0.2.0/99`)',
    )
  })

  it('says which addresses of a line were left out, and is then complete for nothing', () => {
    const text = '192.0.2.1 replaced 203.0.113.9\n198.51.100.7 new\n'
    const found = readFeed('auto', new TextEncoder().encode(text), { name: 'x', tags: ['tor_exit'] })
    expect(found.ok && found.feed).toMatchObject({
      complete: [],
      guesses: [expect.any(String), 'further addresses of 1 line are not read (line 1: `203.0.113.9`)'],
    })
  })
})
