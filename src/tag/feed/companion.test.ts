// Lists whose entries name other addresses too, or were taken out again. What each holds is written down by hand.
import { describe, expect, it } from 'vitest'
import { countRows, printRow } from '../range/index.ts'
import { readFeed } from './read-feed.ts'

interface Case {
  readonly text: string
  readonly holds: string
  /** A part of a sentence about what was left out. */
  readonly says?: string
}

const CASES: Readonly<Record<string, Case>> = {
  'name servers of a network card': {
    text: '{"value":[{"properties":{"ipAddress":"192.0.2.4","dnsSettings":{"dnsServers":["203.0.113.53"]}}}]}\n',
    holds: '192.0.2.4',
    says: 'below `dnsServers` are left out',
  },
  'networks and ranges of Check Point in pairs of members': {
    text: '{"objects":[{"uid":"1","name":"h","type":"host","ipv4-address":"192.0.2.7"},{"type":"network","name":"n","subnet4":"198.51.100.0","mask-length4":24,"subnet-mask":"255.255.255.0"},{"type":"address-range","ipv4-address-first":"203.0.113.1","ipv4-address-last":"203.0.113.9"}],"from":1,"to":3,"total":3}\n',
    holds: '192.0.2.7 198.51.100.0/24 203.0.113.1-203.0.113.9',
  },
  'subnets as numbers, and entries that are negated': {
    text: '[{"acl_id":"a","ip":"192.0.2.0","subnet":24,"negated":"0","comment":""},{"acl_id":"a","ip":"192.0.2.5","subnet":null,"negated":"1"}]\n',
    holds: '192.0.2.0/24',
    says: '`negated: 1`',
  },
  'the announced network around the address of an entry': {
    text: '[{"ip":"192.0.2.7","autonomous_system":{"asn":64500,"bgp_prefix":"192.0.2.0/24"}}]\n',
    holds: '192.0.2.7',
    says: 'are not read ($[].autonomous_system.bgp_prefix: `192.0.2.0/24`)',
  },
  'the registration around the address of an entry': {
    text: '[{"ip":"192.0.2.7","whois":{"inetnum":"192.0.2.0 - 192.0.2.255","cidr":"192.0.2.0/24"}}]\n',
    holds: '192.0.2.7',
  },
  'an address with its netmask and its gateway': {
    text: '[{"name":"a","ip":"192.0.2.7","gateway":"203.0.113.1","dns":["203.0.113.53","203.0.113.54"],"netmask":"255.255.255.0"}]\n',
    holds: '192.0.2.7',
  },
  'the sensors that saw an indicator': {
    text: '{"indicators":[{"indicator":"192.0.2.7","type":"IPv4","sensors":["203.0.113.1","203.0.113.2"]}]}\n',
    holds: '192.0.2.7',
  },
  'sensors and honeypots beside the attacker': {
    text: '[{"attacker_ip":"192.0.2.7","sensor_ip":"203.0.113.1","honeypot_ip":"203.0.113.2"}]\n',
    holds: '192.0.2.7',
  },
  'observer and host of an event': {
    text: '{"@timestamp":"2024","source":{"ip":"192.0.2.7","port":1},"destination":{"ip":"203.0.113.1","port":22},"observer":{"ip":"203.0.113.2"},"host":{"ip":["203.0.113.3"]}}\n{"@timestamp":"2024","source":{"ip":"192.0.2.7","port":1},"destination":{"ip":"203.0.113.1","port":22},"observer":{"ip":"203.0.113.2"},"host":{"ip":["203.0.113.3"]}}\n',
    holds: '192.0.2.7',
  },
  'the key by which rows of a range are joined': {
    text: '{"start_ip":"192.0.2.0","end_ip":"192.0.2.255","join_key":"192.0.0.0","country":"AU"}\n',
    holds: '192.0.2.0/24',
  },
  'names of certificates that are addresses': {
    text: '{"data":[{"id":"192.0.2.7","type":"ip_address","attributes":{"network":"192.0.2.0/24","last_https_certificate":{"extensions":{"subject_alternative_name":["203.0.113.4"]}},"whois":"NetRange: 192.0.2.0 - 192.0.2.255\\nCIDR: 192.0.2.0/24"}}]}\n',
    holds: '192.0.2.7',
  },
  'decisions that were deleted': {
    text: '{"deleted":[{"scope":"Ip","type":"ban","value":"198.51.100.9"}],"new":[{"scope":"Ip","type":"ban","value":"192.0.2.7"}]}\n',
    holds: '192.0.2.7',
    says: 'below `deleted` are left out',
  },
  'decisions that are simulated': {
    text: '[{"scope":"Ip","type":"ban","value":"192.0.2.7","simulated":false},{"scope":"Ip","type":"ban","value":"198.51.100.9","simulated":true}]\n',
    holds: '192.0.2.7',
    says: '`simulated: true`',
  },
  'entries that are switched off by a text': {
    text: '{"aliases":{"alias":{"u1":{"enabled":"1","name":"bad","type":"host","content":"192.0.2.7"},"u2":{"enabled":"0","name":"old","type":"host","content":"198.51.100.9"}}}}\n',
    holds: '192.0.2.7',
    says: '`enabled: 0`',
  },
  'entries that are whitelisted': {
    text: '{"data":[{"ipAddress":"192.0.2.7","isWhitelisted":false},{"ipAddress":"198.51.100.9","isWhitelisted":true}]}\n',
    holds: '192.0.2.7',
    says: '`isWhitelisted: true`',
  },
  'entries that are no longer active': {
    text: '[{"ip":"192.0.2.7","active":true},{"ip":"198.51.100.9","active":false}]\n',
    holds: '192.0.2.7',
    says: '`active: false`',
  },
  'entries with the state inactive': {
    text: '[{"ip":"192.0.2.7","status":"active"},{"ip":"198.51.100.9","status":"inactive"}]\n',
    holds: '192.0.2.7',
    says: '`status: inactive`',
  },
  'entries that are false positives': {
    text: '[{"ip":"192.0.2.7","false_positive":false},{"ip":"198.51.100.9","false_positive":true}]\n',
    holds: '192.0.2.7',
    says: '`false_positive: true`',
  },
  'entries that let addresses in': {
    text: '[{"ip":"192.0.2.7","action":"block"},{"ip":"198.51.100.9","action":"allow"}]\n',
    holds: '192.0.2.7',
    says: 'left out: 1',
  },
  'the network before the address of a row': {
    text: 'network;ip;reports\n192.0.2.0/24;192.0.2.7;5\n198.51.100.0/24;198.51.100.9;6\n',
    holds: '192.0.2.7 198.51.100.9',
  },
  'rows that are whitelisted': {
    text: 'ip,status\n192.0.2.7,active\n198.51.100.9,whitelisted\n',
    holds: '192.0.2.7',
    says: '(`status: whitelisted`) are left out: 1',
  },
  'rows that let addresses in': {
    text: 'ip,action\n192.0.2.7,block\n198.51.100.9,allow\n',
    holds: '192.0.2.7',
    says: '(`allow`) are left out: 1',
  },
  'rows that are switched off': {
    text: 'name,ip,enabled\na,192.0.2.7,true\nb,198.51.100.9,false\n',
    holds: '192.0.2.7',
    says: '(`enabled: false`) are left out: 1',
  },
  'rows that are not malicious': {
    text: 'ip,is_malicious\n192.0.2.7,1\n198.51.100.9,0\n',
    holds: '192.0.2.7',
    says: '(`is_malicious: 0`) are left out: 1',
  },
  'verdicts of Postfix in a table of networks': {
    text: '203.0.113.0/24 permit\n198.51.100.0/24 reject\n',
    holds: '198.51.100.0/24',
    says: '(`permit`) are left out: 1',
  },
  'unbans of fail2ban': {
    text: '2024-01-01 00:00:00,123 fail2ban.actions [1]: NOTICE [sshd] Ban 192.0.2.7\n2024-01-01 00:00:01,123 fail2ban.actions [1]: NOTICE [sshd] Unban 198.51.100.9\n',
    holds: '192.0.2.7',
    says: '(`Unban`) are left out: 1',
  },
  'routes of Windows, with netmask, gateway and interface': {
    text: 'Network Destination        Netmask          Gateway       Interface  Metric\n      192.0.2.0    255.255.255.0    203.0.113.1    203.0.113.2     25\n',
    holds: '192.0.2.0/24',
  },
  'a line that takes an address out': {
    text: '192.0.2.0/24\nnot 192.0.2.5\n',
    holds: '192.0.2.0/24',
    says: 'takes the addresses out of the list',
  },
  'the sender of a log before the source of its event': {
    text: 'Jan  1 00:00:00 203.0.113.2 date=2024-01-01 devname=fw srcip=192.0.2.7 srcport=1 dstip=203.0.113.9 action=deny\nJan  1 00:00:01 203.0.113.2 date=2024-01-01 devname=fw srcip=192.0.2.8 srcport=1 dstip=203.0.113.9 action=deny\nJan  1 00:00:02 203.0.113.2 date=2024-01-01 devname=fw srcip=192.0.2.9 srcport=1 dstip=203.0.113.9 action=deny\n',
    holds: '192.0.2.7 192.0.2.8 192.0.2.9',
  },
  'the destination of an event before its source': {
    text: 'Jan  1 00:00:00 203.0.113.2 CEF:0|V|P|1.0|100|Deny|5|dst=203.0.113.9 src=192.0.2.7 spt=1 act=blocked\n',
    holds: '192.0.2.7',
  },
  'the destination of a packet before its source': {
    text: 'Jan  1 00:00:00 h kernel: DROP DST=203.0.113.1 SRC=192.0.2.7 LEN=40\n',
    holds: '192.0.2.7',
  },
  'gateways and name servers of an INI file': {
    text: '[net]\nsubnet = 192.0.2.0/24\ngateway = 203.0.113.1\ndns1 = 203.0.113.53\n',
    holds: '192.0.2.0/24',
    says: 'further addresses of 2 lines are not read ($.net.gateway: `203.0.113.1`)',
  },
  'the gateway of a host': {
    text: '   IPv4 Address. . . . . . . . . . . : 192.0.2.7\n   Subnet Mask . . . . . . . . . . . : 255.255.255.0\n   Default Gateway . . . . . . . . . : 203.0.113.1\n',
    holds: '192.0.2.7',
    says: 'below `Default Gateway` are left out',
  },
  'gateways and name servers of several hosts': {
    text: 'Host: a\nIP: 192.0.2.7\nGateway: 203.0.113.1\nDNS: 203.0.113.53\n\nHost: b\nIP: 192.0.2.9\nGateway: 203.0.113.1\nDNS: 203.0.113.53\n',
    holds: '192.0.2.7 192.0.2.9',
  },
  'the columns of inserted rows': {
    text: "INSERT INTO blocked (ip, reporter) VALUES ('192.0.2.7', '203.0.113.1');\nINSERT INTO blocked (ip, reporter) VALUES ('198.51.100.9', '203.0.113.1');\n",
    holds: '192.0.2.7 198.51.100.9',
  },
  'addresses of a name server itself': {
    text: 'acl "bad" { 192.0.2.0/24; 198.51.100.7; !198.51.100.9; };\noptions { blackhole { bad; }; forwarders { 203.0.113.53; }; listen-on { 203.0.113.1; }; };\n',
    holds: '192.0.2.0/24 198.51.100.7',
  },
  'filters of a Sigma rule': {
    text: 'title: x\nstatus: test\nlogsource:\n  category: firewall\ndetection:\n  selection:\n    dst_ip:\n      - 192.0.2.7\n    dst_ip|cidr: 198.51.100.0/24\n  filter:\n    src_ip|cidr: 10.0.0.0/8\n  condition: selection and not filter\n',
    holds: '192.0.2.7 198.51.100.0/24',
    says: 'below `filter` are left out',
  },
  'blocks that a policy of Istio does not mean': {
    text: 'apiVersion: security.istio.io/v1\nkind: AuthorizationPolicy\nspec:\n  action: DENY\n  rules:\n    - from:\n        - source:\n            ipBlocks: ["192.0.2.0/24"]\n            notIpBlocks: ["192.0.2.8/29"]\n',
    holds: '192.0.2.0/24',
    says: 'below `notIpBlocks` are left out',
  },
  'versions of YAML': {
    text: 'app:\n  version: 10.2.3.4\n  allowed: \nlist:\n  - 192.0.2.7\n',
    holds: '192.0.2.7',
  },
  'an address as the description of a network': {
    text: '[{"cidr":"192.0.2.0/24","description":"203.0.113.1"}]\n',
    holds: '192.0.2.0/24',
  },
  'the broadcast address of a network': {
    text: '[{"network":"192.0.2.0/24","broadcast":"192.0.2.255","gateway":"192.0.2.1"}]\n',
    holds: '192.0.2.0/24',
  },
  'the first and last host of a network': {
    text: '[{"network":"192.0.2.0/24","first_host":"192.0.2.1","last_host":"192.0.2.254"}]\n',
    holds: '192.0.2.0/24',
  },
  'who listed an address': {
    text: '[{"ip":"192.0.2.7","source":"203.0.113.1"}]\n',
    holds: '192.0.2.7',
  },
  'addresses that are related': {
    text: '[{"ip":"192.0.2.7","related":["203.0.113.1","203.0.113.2"]}]\n',
    holds: '192.0.2.7',
  },
  'the network that holds a prefix': {
    text: '{"status":"ok","data":{"ipv4_prefixes":[{"prefix":"192.0.2.0/24","ip":"192.0.2.0","cidr":24,"parent":{"prefix":"192.0.0.0/16","ip":"192.0.0.0","cidr":16}}],"ipv6_prefixes":[]}}\n',
    holds: '192.0.2.0/24',
  },
  'pairs that are ranges': {
    text: '{"ranges":[["192.0.2.0","192.0.2.9"]]}\n',
    holds: '192.0.2.0-192.0.2.9',
  },
  'times of a log of flows': {
    text: 'version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status\n2 123456789010 eni-1 192.0.2.7 203.0.113.1 4444 22 6 1 40 1700000000 1700000060 REJECT OK\n2 123456789010 eni-1 198.51.100.9 203.0.113.1 4445 22 6 1 40 1700000000 1700000060 REJECT OK\n',
    holds: '192.0.2.7 198.51.100.9',
  },
  'prefix lengths with a slash': {
    text: 'network,cidr\n192.0.2.0,/24\n198.51.100.0,/25\n',
    holds: '192.0.2.0/24 198.51.100.0/25',
  },
  'sections that allow': {
    text: '[deny]\nip = 192.0.2.7\n[allow]\nip = 198.51.100.9\n',
    holds: '192.0.2.7',
    says: 'below `allow` are left out',
  },
  'headings above addresses': {
    text: 'Blocked:\n192.0.2.7\nAllowed:\n198.51.100.9\n',
    holds: '192.0.2.7',
    says: 'below `Allowed` are left out',
  },
  'proxies that are trusted': {
    text: 'trusted_proxies:\n  - 203.0.113.0/24\ndeny:\n  - 192.0.2.7\n',
    holds: '192.0.2.7',
    says: 'below `trusted_proxies` are left out',
  },
  'the addresses of a router itself': {
    text: 'set firewall group address-group BAD address 192.0.2.7\nset firewall name WAN_IN rule 10 destination address 203.0.113.5\nset interfaces ethernet eth0 address 203.0.113.1/24\n',
    holds: '192.0.2.7',
  },
  'times beside an address in JSON': {
    text: '[{"ip":"192.0.2.7","start":1700000000,"end":1700000060}]',
    holds: '192.0.2.7',
  },
  'who saw the address that names an object': {
    text: '{"192.0.2.7":{"seen_by":"203.0.113.1"},"198.51.100.7":{"score":2}}',
    holds: '192.0.2.7 198.51.100.7',
  },
}

function read(text: string) {
  const found = readFeed('auto', new TextEncoder().encode(text), { name: 'x', tags: ['list:x'] })
  if (!found.ok) throw new Error(found.reason)
  const { ranges, guesses, reasons } = found.feed
  const rows = [ranges.four, ranges.six].flatMap((list) =>
    Array.from({ length: countRows(list) }, (_, row) => printRow(list, row)),
  )
  return { holds: [...new Set(rows)].toSorted(), said: [...guesses, ...reasons].join('; ') }
}

describe('entries with other addresses than their own', () => {
  it.each(Object.keys(CASES))('%s', (name) => {
    const { text = '', holds = '', says = '' } = CASES[name] ?? {}
    const found = read(text)
    expect(found.holds).toEqual(holds.split(' ').toSorted())
    expect(found.said).toContain(says)
  })

  it('are refused where every entry was taken out', () => {
    expect(() => read('[{"ip":"192.0.2.1","active":false}]')).toThrow(
      'every entry was taken out of the list (`active: false`)',
    )
  })

  it('are listed where the list has no others', () => {
    expect(read('nameserver 192.0.2.53\nnameserver 192.0.2.54\n').holds).toEqual(['192.0.2.53', '192.0.2.54'])
    expect(read('{"dns":["192.0.2.53"],"web":["192.0.2.80"]}').holds).toEqual(['192.0.2.53', '192.0.2.80'])
    expect(read('[{"honeypot_ip":"192.0.2.1"},{"honeypot_ip":"192.0.2.3"}]').holds).toEqual([
      '192.0.2.1',
      '192.0.2.3',
    ])
  })

  it('say from which names of YAML they were read', () => {
    const text = 'spec:\n  clusterIP: 192.0.2.5\n  loadBalancerSourceRanges:\n    - 198.51.100.0/24\n'
    expect(read(text).said).toContain(
      'addresses are read from `spec.clusterIP` (1), `spec.loadBalancerSourceRanges` (1)',
    )
  })
})
