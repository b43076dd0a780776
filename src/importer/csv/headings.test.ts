// Tables as people keep them: headings in their language, address and port in one column, bars between the cells.
import { describe, expect, it } from 'vitest'
import { memoryInput, readAll } from '../../../test/support/importer.ts'
import { detectFormat, makeSample } from '../detect.ts'
import { IMPORTERS, REFUSALS } from '../registry.ts'

async function read(text: string) {
  const bytes = Buffer.from(text)
  const found = detectFormat(makeSample('x', bytes, true), IMPORTERS, REFUSALS)
  if (found.kind !== 'importer') return { format: found.kind === 'refusal' ? found.refusal.name : found.kind }
  const readings = await readAll(found.importer, memoryInput('x', bytes))
  return {
    format: found.importer.name,
    services: readings.flatMap((reading) => {
      if (reading.kind !== 'observation') return []
      const { reached, port, baseProtocol, stated } = reading.observation
      return [[reached, `${port}/${baseProtocol}`, stated.protocol].join(' ')]
    }),
    others: readings.flatMap((reading) =>
      reading.kind === 'skip' ? reading.reason : reading.kind === 'reject' ? reading.reject.reason : [],
    ),
    notes: readings.flatMap((reading) => (reading.kind === 'note' ? reading.text : [])),
  }
}

const WHOLE = {
  format: 'csv',
  services: ['192.0.2.1 53/udp dns'],
  others: ['port is closed'],
  notes: [],
}

describe('headings and words of other languages', () => {
  it.each([
    ['German', 'IP-Adresse;Port;Protokoll;Dienst;Zustand', 'offen', 'geschlossen'],
    ['French', 'Adresse IP;Port;Protocole;Service;État', 'ouvert', 'fermé'],
    ['French, decomposed', 'Adresse IP;Port;Protocole;Service;E\u0301tat', 'ouvert', 'ferme\u0301'],
    ['Spanish', 'Dirección IP,Puerto,Protocolo,Servicio,Estado', 'abierto', 'cerrado'],
    ['Portuguese', 'Endereço IP\tPorta\tProtocolo\tServiço\tEstado', 'aberta', 'fechada'],
    ['Italian', 'Indirizzo IP;Porta;Protocollo;Servizio;Stato', 'aperta', 'chiusa'],
    ['Russian', 'IP-адрес;Порт;Протокол;Служба;Статус', 'открыт', 'закрыто'],
    ['Japanese', 'IPアドレス,ポート番号,プロトコル,サービス名,状態', '開放', '閉鎖'],
  ])('%s', async (_, header, open, closed) => {
    const mark = /[,;\t]/.exec(header)?.[0] ?? ','
    const rows = [
      ['192.0.2.1', '53', 'UDP', 'dns', open],
      ['192.0.2.2', '22', 'tcp', 'ssh', closed],
    ]
    expect(await read(`${header}\n${rows.map((row) => row.join(mark)).join('\n')}\n`)).toEqual(WHOLE)
  })

  it('name countries, whose code is stored', async () => {
    const text = 'IP-Adresse;Port;Land\n192.0.2.1;80;Österreich\n192.0.2.2;80;Neverland\n'
    const [csv] = IMPORTERS.filter((importer) => importer.name === 'csv')
    const readings = csv === undefined ? [] : await readAll(csv, memoryInput('x', Buffer.from(text)))
    expect(readings).toMatchObject([
      { observation: { stated: { country: 'AT' } } },
      { observation: { stated: { country_name: 'Neverland' } } },
    ])
  })
})

describe('a column of addresses with ports', () => {
  it.each(['Host:Port', 'ip:port', 'IP_Port', 'endpoint'])('named %s', async (heading) => {
    const text = `${heading},service\n192.0.2.1:443,https\n[2001:db8::1]:22,ssh\n192.0.2.9,http\n443,https\n`
    expect(await read(text)).toMatchObject({
      format: 'csv',
      services: ['192.0.2.1 443/tcp https', '2001:db8::1 22/tcp ssh'],
      others: [
        expect.stringContaining('`192.0.2.9` is not an address or name with its port'),
        expect.stringContaining('`443` is not an address or name with its port'),
      ],
    })
  })

  it('is the address of the name beside it', async () => {
    expect((await read('hostname,ip:port\na.example.com,192.0.2.1:443\n')).services).toEqual([
      'a.example.com 443/tcp ',
    ])
  })
})

describe('cells between bars', () => {
  const rows = ['192.0.2.1 443/tcp https', '192.0.2.2 22/tcp ssh']

  it.each([
    ['plain', 'ip|port|service\n192.0.2.1|443|https\n192.0.2.2|22|ssh\n'],
    [
      'Markdown',
      '| IP | Port | Service |\n|:--|--:|---|\n| 192.0.2.1 | 443 | https |\n| 192.0.2.2 | 22 | ssh |\n',
    ],
    [
      'PostgreSQL',
      ' ip        | port | service \n-----------+------+---------\n 192.0.2.1 |  443 | https\n 192.0.2.2 |   22 | ssh\n(2 rows)\n\n',
    ],
    [
      'MySQL',
      '+---+---+---+\n| ip | port | service |\n+---+---+---+\n| 192.0.2.1 | 443 | https |\n| 192.0.2.2 | 22 | ssh |\n+---+---+---+\n2 rows in set (0.00 sec)\n',
    ],
    [
      'drawn lines',
      '┌───┬───┬───┐\n│ ip │ port │ service │\n├───┼───┼───┤\n│ 192.0.2.1 │ 443 │ https │\n│ 192.0.2.2 │ 22 │ ssh │\n└───┴───┴───┘\n',
    ],
  ])('%s', async (_, text) =>
    expect(await read(text)).toEqual({ format: 'csv', services: rows, others: [], notes: [] }),
  )

  it('keep a line that is not of the table as a reject', async () => {
    const { others } = await read('| ip | port |\n|---|---|\n| 192.0.2.1 | 443 |\nand more\n')
    expect(others).toHaveLength(1)
  })
})

describe('values', () => {
  it('a port that is not valid is never replaced by that of its protocol', async () => {
    const { services, others } = await read(
      'ip,port,service\n192.0.2.1,4430x,https\n192.0.2.2,"80,443",http\n',
    )
    expect({ services, others }).toEqual({
      services: [],
      others: [
        '`port`: `4430x` is not a port between 1 and 65535',
        'several ports share one `protocol`: give each port a row or record of its own',
      ],
    })
  })

  it('the columns that nobody knows are named', async () => {
    const text = 'host,port,proto,owner,room,cost centre\n192.0.2.1,22,tcp,a,b,c\n'
    expect(await read(text)).toMatchObject({
      format: 'csv',
      services: ['192.0.2.1 22/tcp '],
      notes: [expect.stringContaining('`owner`')],
    })
  })

  it('a table without ports is refused as one, whatever parts its cells', async () => {
    const { format } = await read('IP-Adresse;Abteilung;Raum\n192.0.2.1;Einkauf;12\n')
    expect(format).toBe('a table with columns of its own')
  })

  it('several ports of one host are one record each, unless that is not certain', async () => {
    const text =
      'ip,ports,os\n192.0.2.1,"22, 53/udp",Linux\n192.0.2.2,"8,443",\n192.0.2.3,80;443,\n192.0.2.4,"80,x",\n'
    expect(await read(text)).toMatchObject({
      format: 'csv',
      services: ['192.0.2.1 22/tcp ', '192.0.2.1 53/udp ', '192.0.2.3 80/tcp ', '192.0.2.3 443/tcp '],
      others: [
        '`ports`: `8,443` may be one port or two: write it without the comma, or with a blank behind it',
        '`ports`: `80,x` is not a port between 1 and 65535',
      ],
    })
    const json = '[{"ip":"192.0.2.1","ports":[80,443]},{"ip":"192.0.2.2","ports":[80,443],"title":"x"}]'
    expect(await read(json)).toMatchObject({
      format: 'ndjson',
      services: ['192.0.2.1 80/tcp ', '192.0.2.1 443/tcp '],
      others: ['several ports share one `title`: give each port a row or record of its own'],
    })
  })

  it('a host that is not known is not a host named n', async () => {
    const { services } = await read('host,port,title\nN/A,80,x\n-,80,x\nnull,80,x\na.example.com,80,x\n')
    expect(services).toEqual(['a.example.com 80/tcp '])
  })
})

describe('what surrounds the records', () => {
  it.each([
    ['a title', '\n\nInventory of March\n\nip,port\n192.0.2.1,80\n'],
    ['remarks', '# by someone, on Monday\n# all of it\nip;port\n192.0.2.1;80\n'],
    ['a heading', '# Scan\n\n| **ip** | **port** |\n|---|---|\n| `192.0.2.1` | 80 |\n'],
    ['an object', '{"total":1,"results":[{"ip":"192.0.2.1","port":80}]}'],
  ])('%s is left out', async (_, text) =>
    expect(await read(text)).toMatchObject({ services: ['192.0.2.1 80/tcp '], others: [] }),
  )

  it.each([
    ['> ip,port\n> 192.0.2.1,80\n', 'a quoted message'],
    ['IP         PORT  SERVICE\n192.0.2.1  80    http\n', 'a table whose cells are parted by blanks'],
    ['192.0.2.1;80\n192.0.2.2;443\n', 'a table without a header row'],
    ['192.0.2.1\t80\n192.0.2.2\t443\n', 'a table without a header row'],
    ['<?php\n$a = "192.0.2.1";\n', 'a program'],
    [
      'Interface: eth0, type: EN10MB, MAC: 00:11:22:33:44:55\nStarting arp-scan 1.10.0\n',
      'the text that arp-scan prints',
    ],
    ['[2026/01/01 10:00:00] mod=syn|cli=192.0.2.1/51234|srv=192.0.2.2/80|os=Linux\n', 'a log of p0f'],
    ['{"data":{"answers":[]},"name":"a.example.com","status":"NOERROR"}\n', 'a list of answers of zdns'],
    ['[{"url":"https://a.example.com","detected":true,"firewall":"x"}]', 'a report of wafw00f'],
    [
      '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"Other"}},"results":[]}]}',
      'a report in SARIF of another tool than nuclei',
    ],
    [
      '<?xml version="1.0"?>\n<!-- x -->\n<WAS_SCAN_REPORT>\n<HEADER/><RESULTS/><APPENDIX><SCAN/></APPENDIX></WAS_SCAN_REPORT>',
      'a report of Qualys about web applications',
    ],
    ['address,mac,name,os_name,purpose\n"192.0.2.1","","","",""\n', 'a table of hosts of Metasploit'],
  ])('%j is refused for what it is', async (text, name) => expect((await read(text)).format).toBe(name))

  it.each([
    ['[{"ip":"192.0.2.1","port":80,}]', 'JSON with a comma behind the last item'],
    ['// x\n{"ip":"192.0.2.1","port":80}\n', 'JSON with comments'],
    ["{'ip': '192.0.2.1', 'port': 80}\n", 'JSON with single quotes'],
  ])('%j is described', (text, seen) =>
    expect(detectFormat(makeSample('x', Buffer.from(text), true), IMPORTERS, REFUSALS)).toMatchObject({
      kind: 'unknown',
      seen: expect.stringContaining(seen),
    }),
  )
})
