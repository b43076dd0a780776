// Lists as configurations of firewalls, VPNs, proxies and detectors, and what programs print. What each holds is written down by hand.
import { describe, expect, it } from 'vitest'
import { countRows, printRow } from '../range/index.ts'
import { readFeed } from './read-feed.ts'

const CASES: Readonly<Record<string, readonly [text: string, holds: string]>> = {
  nslookup: [
    'Server:\t\t192.168.1.1\nAddress:\t192.168.1.1#53\n\nNon-authoritative answer:\nName:\texample.com\nAddress: 203.0.113.10\nName:\texample.com\nAddress: 203.0.113.11\nName:\texample.com\nAddress: 2001:db8::10\n\n',
    '203.0.113.10 203.0.113.11 2001:db8::10',
  ],
  'nslookup windows': [
    'Server:  dns.example\nAddress:  192.168.1.1\n\nNon-authoritative answer:\nName:    example.com\nAddresses:  2001:db8::10\n          203.0.113.10\n          203.0.113.11\nAliases:  www.example.com\n\n',
    '203.0.113.10 203.0.113.11 2001:db8::10',
  ],
  ss: [
    'State    Recv-Q Send-Q Local Address:Port   Peer Address:Port Process\nESTAB    0      0      192.168.1.10:22      203.0.113.5:51234 users:(("sshd",pid=1,fd=3))\nESTAB    0      0      192.168.1.10:443     198.51.100.7:40000\nESTAB    0      0      [2001:db8:1::10]:443     [2001:db8::7]:40000\n',
    '203.0.113.5 198.51.100.7 2001:db8::7',
  ],
  'ss -tn noheader': [
    'ESTAB    0      0      192.168.1.10:22      203.0.113.5:51234\nESTAB    0      0      192.168.1.10:443     198.51.100.7:40000\n',
    '203.0.113.5 198.51.100.7',
  ],
  netstat: [
    'Active Internet connections (w/o servers)\nProto Recv-Q Send-Q Local Address           Foreign Address         State\ntcp        0      0 192.168.1.10:22         203.0.113.5:51234       ESTABLISHED\ntcp        0      0 192.168.1.10:443        198.51.100.7:40000      TIME_WAIT\ntcp6       0      0 2001:db8:1::10:443      2001:db8::7:40000       ESTABLISHED\n',
    '203.0.113.5 198.51.100.7 2001:db8::7',
  ],
  'netstat windows': [
    'Active Connections\n\n  Proto  Local Address          Foreign Address        State\n  TCP    192.168.1.10:22        203.0.113.5:51234      ESTABLISHED\n  TCP    192.168.1.10:443       198.51.100.7:40000     TIME_WAIT\n',
    '203.0.113.5 198.51.100.7',
  ],
  traceroute: [
    'traceroute to example.com (203.0.113.10), 30 hops max, 60 byte packets\n 1  192.0.2.1 (192.0.2.1)  1.1 ms  1.0 ms  1.2 ms\n 2  * * *\n 3  gw.example (198.51.100.1)  5.1 ms  5.0 ms  5.2 ms\n 4  203.0.113.10 (203.0.113.10)  9.1 ms  9.0 ms  9.2 ms\n',
    '192.0.2.1 198.51.100.1 203.0.113.10',
  ],
  tracert: [
    'Tracing route to example.com [203.0.113.99]\nover a maximum of 30 hops:\n\n  1     1 ms     1 ms     1 ms  192.0.2.1\n  2     *        *        *     Request timed out.\n  3     5 ms     5 ms     5 ms  198.51.100.1\n\nTrace complete.\n',
    '192.0.2.1 198.51.100.1',
  ],
  wireguard: [
    '[Interface]\nPrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=\nAddress = 10.0.0.1/24\nListenPort = 51820\nDNS = 10.0.0.53\n\n[Peer]\nPublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=\nAllowedIPs = 10.0.0.2/32, 192.168.5.0/24\nEndpoint = 203.0.113.5:51820\n\n[Peer]\nPublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dh=\nAllowedIPs = 10.0.0.3/32\nEndpoint = 198.51.100.7:51820\n',
    '203.0.113.5 198.51.100.7',
  ],
  netplan: [
    'network:\n  version: 2\n  ethernets:\n    eth0:\n      addresses:\n        - 203.0.113.5/24\n        - 2001:db8::5/64\n      routes:\n        - to: default\n          via: 203.0.113.1\n      nameservers:\n        addresses: [192.0.2.53, 198.51.100.53]\n',
    '203.0.113.5 2001:db8::5',
  ],
  'haproxy deny unless': [
    'frontend f\n  acl office src 192.0.2.0/24\n  acl bad src 198.51.100.7\n  http-request deny unless office\n  http-request deny if bad\n',
    '198.51.100.7',
  ],
  'haproxy inline unless': [
    'frontend f\n  http-request deny unless { src 192.0.2.0/24 }\n  http-request deny if { src 198.51.100.7 }\n',
    '198.51.100.7',
  ],
  'json start+count': [
    '[{"start":"192.0.2.0","count":256},{"start":"198.51.100.0","count":128}]',
    '192.0.2.0/24 198.51.100.0/25',
  ],
  'csv start+count (rir like)': [
    'start,count,country\n192.0.2.0,256,DE\n198.51.100.0,128,FR\n',
    '192.0.2.0/24 198.51.100.0/25',
  ],
  'json x_forwarded_for': [
    '{"remote_addr":"10.0.0.1","x_forwarded_for":"203.0.113.5","status":200}\n{"remote_addr":"10.0.0.1","x_forwarded_for":"198.51.100.7, 10.0.0.9","status":200}\n',
    '203.0.113.5 198.51.100.7',
  ],
  'stix contact_information': [
    '{"type":"bundle","objects":[{"type":"identity","name":"X","contact_information":"https://192.0.2.99/contact"},{"type":"indicator","pattern":"[ipv4-addr:value = \'203.0.113.5\']"},{"type":"ipv4-addr","value":"198.51.100.7"}]}',
    '203.0.113.5 198.51.100.7',
  ],
  HOME_NET: [
    'ipvar HOME_NET [10.0.0.0/8,192.168.0.0/16]\nipvar EXTERNAL_NET !$HOME_NET\nipvar BAD_NET [203.0.113.0/24,198.51.100.0/24]\n',
    '203.0.113.0/24 198.51.100.0/24',
  ],
  'suricata yaml HOME_NET': [
    'vars:\n  address-groups:\n    HOME_NET: "[192.168.0.0/16,10.0.0.0/8]"\n    EXTERNAL_NET: "!$HOME_NET"\n    BAD: "[203.0.113.0/24]"\n',
    '203.0.113.0/24',
  ],
  'removed in brackets': [
    '192.0.2.1\n192.0.2.3 (removed 2026-01-02)\n198.51.100.7 (false positive)\n203.0.113.5\n~~203.0.113.9~~\n',
    '192.0.2.1 203.0.113.5',
  ],
  terraform: [
    'resource "aws_security_group_rule" "x" {\n  type        = "ingress"\n  cidr_blocks = ["203.0.113.0/24", "198.51.100.7/32"]\n}\nvariable "bad" {\n  default = [\n    "192.0.2.1/32",\n    "192.0.2.3/32",\n  ]\n}\n',
    '203.0.113.0/24 198.51.100.7 192.0.2.1 192.0.2.3',
  ],
  toml: [
    'title = "block"\n[blocklist]\nips = ["192.0.2.1", "198.51.100.7"]\nnetworks = [\n  "203.0.113.0/24",\n  "2001:db8::/32",\n]\n[[entry]]\nip = "192.0.2.9"\nnote = "seen from 192.0.2.8"\n',
    '192.0.2.1 198.51.100.7 203.0.113.0/24 2001:db8::/32 192.0.2.9',
  ],
  'vyos braces': [
    'firewall {\n    group {\n        address-group BAD {\n            address 192.0.2.1\n            address 198.51.100.7\n            description "bad hosts like 192.0.2.250"\n        }\n        network-group NETS {\n            network 203.0.113.0/24\n        }\n    }\n}\n',
    '192.0.2.1 198.51.100.7 203.0.113.0/24',
  ],
  uci: [
    "config rule\n\toption name 'Block'\n\toption src 'wan'\n\tlist src_ip '192.0.2.1'\n\tlist src_ip '198.51.100.0/24'\n\toption target 'DROP'\n\nconfig ipset\n\toption name 'bad'\n\tlist entry '203.0.113.5'\n",
    '192.0.2.1 198.51.100.0/24 203.0.113.5',
  ],
  caddyfile: [
    'example.com {\n  @blocked remote_ip 192.0.2.1 198.51.100.0/24\n  abort @blocked\n  reverse_proxy 10.0.0.5:8080\n}\n',
    '192.0.2.1 198.51.100.0/24',
  ],
  'pfsense xml': [
    '<?xml version="1.0"?>\n<pfsense>\n  <aliases>\n    <alias>\n      <name>bad</name>\n      <type>host</type>\n      <address>192.0.2.1 198.51.100.7</address>\n      <descr><![CDATA[like 192.0.2.250]]></descr>\n      <detail><![CDATA[Entry added 192.0.2.251||]]></detail>\n    </alias>\n    <alias>\n      <name>nets</name>\n      <type>network</type>\n      <address>203.0.113.0/24 2001:db8::/32</address>\n    </alias>\n  </aliases>\n</pfsense>\n',
    '192.0.2.1 198.51.100.7 203.0.113.0/24 2001:db8::/32',
  ],
  'opnsense xml': [
    '<?xml version="1.0"?>\n<opnsense>\n  <OPNsense><Firewall><Alias version="1.0.0"><aliases>\n   <alias uuid="a"><enabled>1</enabled><name>bad</name><type>host</type><content>192.0.2.1\n198.51.100.7</content><description>x</description></alias>\n  </aliases></Alias></Firewall></OPNsense>\n</opnsense>\n',
    '192.0.2.1 198.51.100.7',
  ],
  openioc: [
    '<?xml version="1.0" encoding="us-ascii"?>\n<ioc xmlns="http://schemas.mandiant.com/2010/ioc" id="x">\n  <short_description>bad</short_description>\n  <description>see 192.0.2.250</description>\n  <definition>\n    <Indicator operator="OR">\n      <IndicatorItem condition="is"><Context document="PortItem" search="PortItem/remoteIP" type="mir"/><Content type="IP">192.0.2.1</Content></IndicatorItem>\n      <IndicatorItem condition="is"><Context document="PortItem" search="PortItem/remoteIP" type="mir"/><Content type="IP">198.51.100.7</Content></IndicatorItem>\n    </Indicator>\n  </definition>\n</ioc>\n',
    '192.0.2.1 198.51.100.7',
  ],
  'errors of nginx with numbers before the mark of a comment': [
    '2026/11/24 10:00:00 [error] 12#12: *3 open() "/x" failed, client: 203.0.113.5, server: example.com\n2026/11/24 10:00:01 [error] 12#12: *4 connect() failed, client: 198.51.100.7, server: _\n',
    '203.0.113.5 198.51.100.7',
  ],
  'both ends of a login at Dovecot': [
    'dovecot: imap-login: Aborted login: user=<x>, rip=203.0.113.5, lip=192.0.2.1, TLS\ndovecot: imap-login: Aborted login: user=<>, rip=198.51.100.7, lip=192.0.2.1\n',
    '203.0.113.5 198.51.100.7',
  ],
  ufw: [
    'Status: active\n\nTo                         Action      From\n--                         ------      ----\nAnywhere                   DENY        203.0.113.5\nAnywhere                   DENY IN     198.51.100.0/24\n22/tcp                     ALLOW       192.0.2.9\n',
    '203.0.113.5 198.51.100.0/24',
  ],
  'a jail of fail2ban': [
    'Status for the jail: sshd\n|- Filter\n|  |- Currently failed:\t3\n|  `- File list:\t/var/log/auth.log\n`- Actions\n   |- Currently banned:\t2\n   |- Total banned:\t10\n   `- Banned IP list:\t203.0.113.5 2001:db8::7\n',
    '203.0.113.5 2001:db8::7',
  ],
  'rules of the firewall of Windows': [
    'Rule Name:                            Block bad\r\n----------------------------------------------------------------------\r\nEnabled:                              Yes\r\nDirection:                            In\r\nLocalIP:                              10.0.0.9/32\r\nRemoteIP:                             203.0.113.0/24,198.51.100.1-198.51.100.9\r\nProtocol:                             Any\r\nAction:                               Block\r\n\r\nRule Name:                            Office\r\nRemoteIP:                             192.0.2.1/32\r\nAction:                               Allow\r\n\r\nRule Name:                            All\r\nRemoteIP:                             Any\r\nAction:                               Block\r\nOk.\r\n',
    '203.0.113.0/24 198.51.100.1-198.51.100.9',
  ],
  'names of reverse DNS': [
    '5.113.0.203.in-addr.arpa\n100.51.198.in-addr.arpa. # a network\n1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa\n8.b.d.0.1.0.0.2.ip6.arpa.\n',
    '203.0.113.5 198.51.100.0/24 2001:db8::1 2001:db8::/32',
  ],
  'ranges and netmasks of Sophos': [
    '<?xml version="1.0"?><Response><IPHost><Name>a</Name><HostType>Network</HostType><IPAddress>192.0.2.0</IPAddress><Subnet>255.255.255.0</Subnet></IPHost><IPHost><Name>b</Name><HostType>IPRange</HostType><StartIPAddress>198.51.100.1</StartIPAddress><EndIPAddress>198.51.100.9</EndIPAddress></IPHost></Response>',
    '192.0.2.0/24 198.51.100.1-198.51.100.9',
  ],
  'a log of Traefik': [
    '{"ClientAddr":"203.0.113.5:1","BackendAddr":"10.0.0.5:80","ServiceAddr":"10.0.0.5:80","RequestHost":"192.0.2.1"}\n{"ClientAddr":"198.51.100.7:1","ServiceAddr":"10.0.0.6:80"}\n',
    '203.0.113.5 198.51.100.7',
  ],
  'RSS with links': [
    '<?xml version="1.0"?><rss><channel><link>http://192.0.2.1/</link><item><title>203.0.113.5</title><link>http://192.0.2.1/x</link></item></channel></rss>',
    '203.0.113.5',
  ],
  'cards as `ip addr` prints them': [
    '1: lo: <LOOPBACK,UP> mtu 65536\n    inet 127.0.0.1/8 scope host lo\n2: eth0: <UP> mtu 1500\n    inet 203.0.113.5/24 brd 203.0.113.255 scope global eth0\n    inet6 2001:db8::5/64 scope global\n',
    '127.0.0.1 203.0.113.5 2001:db8::5',
  ],
  'cards as `ifconfig` prints them': [
    'eth0: flags=4163<UP>  mtu 1500\n        inet 203.0.113.5  netmask 255.255.255.0  broadcast 203.0.113.255\n        inet6 2001:db8::5  prefixlen 64  scopeid 0x0<global>\n',
    '203.0.113.5 2001:db8::5',
  ],
  'a table of MySQL': [
    '+----+-------------+\n| id | ip          |\n+----+-------------+\n|  1 | 203.0.113.5 |\n|  2 | 198.51.100.7 |\n+----+-------------+\n',
    '203.0.113.5 198.51.100.7',
  ],
  'a table with a drawn frame': [
    '╭────┬────────────────────╮\n│ ID │ Scope:Value        │\n├────┼────────────────────┤\n│ 1  │ Ip:203.0.113.5     │\n│ 2  │ Range:198.51.100.0/24 │\n╰────┴────────────────────╯\n',
    '203.0.113.5 198.51.100.0/24',
  ],
  'a zone of firewalld in one line': [
    '<?xml version="1.0" encoding="utf-8"?>\n<zone><rule><source address="203.0.113.5"/><drop/></rule><rule><source address="198.51.100.7"/><reject/></rule><rule><source address="192.0.2.9"/><accept/></rule><rule><source address="192.0.2.10" invert="yes"/><drop/></rule></zone>\n',
    '203.0.113.5 198.51.100.7',
  ],
  'a variable of a shell': [
    'IPS="203.0.113.5 198.51.100.7"\nIPS6="2001:db8::1"\n',
    '203.0.113.5 198.51.100.7 2001:db8::1',
  ],
}

function read(text: string): ReadonlySet<string> {
  const found = readFeed('auto', new TextEncoder().encode(text), { name: 'x', tags: ['list:x'] })
  if (!found.ok) throw new Error(found.reason)
  const { ranges } = found.feed
  return new Set(
    [ranges.four, ranges.six].flatMap((list) =>
      Array.from({ length: countRows(list) }, (_, row) => printRow(list, row)),
    ),
  )
}

describe('a configuration holds the addresses that a person would name', () => {
  it.each(Object.entries(CASES))('%s', (_name, [text, holds]) => {
    expect(read(text)).toEqual(new Set(holds.split(' ')))
  })

  it.each([
    [
      '<aliases><alias><address>192.0.2.1</address></alias>',
      'the XML is broken or cut short: `aliases` has no end',
    ],
    ['firewall {\n  group {\n    address 192.0.2.1\n  }\n', 'the file ends within a block'],
    ['firewall {\n  address 192.0.2.1\n}\n}\n', 'a closing brace too many'],
    [`${'<a>'.repeat(300)}192.0.2.1${'</a>'.repeat(300)}`, 'nested more than 200 levels deep'],
    [`${'a {\n'.repeat(300)}192.0.2.1\n${'}\n'.repeat(300)}`, 'nested more than 100 levels deep'],
    [
      `a {\n  ip = "192.0.2.1"\n}\n${'a '.repeat(5000)}{\n}\n`,
      'the document is nested more than 500 levels deep',
    ],
    [
      `[a]\nip = ${'['.repeat(5000)}"192.0.2.1"${']'.repeat(5000)}\n`,
      'the document is nested more than 500 levels deep',
    ],
  ])('what is cut or nested too deep is refused: %.40j', (text, reason) => {
    expect(() => read(text)).toThrow(reason)
  })
})
