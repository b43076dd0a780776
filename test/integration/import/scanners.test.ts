// Every real file of Nmap, masscan and ZMap beside the checkout: each open port stored, each other line skipped or rejected with its
// reason. The counts are compared with a count that knows nothing of the importers.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ANCHORS, findFiles, planInputs, type Reading } from '../../../src/importer/index.ts'
import { complaints } from '../../support/reading.ts'
import { sharedData } from '../../support/shared.ts'

const folders = ['nmap', 'tool-runs-loopback', 'masscan', 'zmap']
const present = folders.every((folder) => sharedData(folder) !== undefined)
const reason = present ? '' : ' (left out: the real files are not beside this checkout)'

interface Outcome {
  readonly format: string
  readonly refused: string
  readonly readings: readonly Reading[]
}

async function outcomeOf(file: string, port: number | undefined): Promise<Outcome> {
  const files = await findFiles([file], ANCHORS)
  for await (const planned of planInputs(files, { port, fields: undefined, now: 0 })) {
    if ('refused' in planned) return { format: '', refused: planned.refused, readings: [] }
    const readings: Reading[] = []
    for await (const reading of planned.importer.read(planned.input, planned.options)) readings.push(reading)
    return { format: planned.importer.name, refused: '', readings }
  }
  throw new Error(`nothing came of ${file}`)
}

function filesOf(folder: string): string[] {
  const path = sharedData(folder)
  return path === undefined ? [] : readdirSync(path).map((name) => join(path, name))
}

function textOf(file: string): string {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
}

function count(outcome: Outcome, kind: Reading['kind']): number {
  return outcome.readings.filter((reading) => reading.kind === kind).length
}

const matches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

describe.runIf(present)(`real scans${reason}`, () => {
  it('of Nmap give a record for each open port', async () => {
    const xml = [...filesOf('nmap'), ...filesOf('tool-runs-loopback')].filter((file) =>
      /\.xml(\.gz)?$/.test(file),
    )
    let records = 0
    for (const file of xml) {
      const text = textOf(file)
      const outcome = await outcomeOf(file, undefined)
      if (!text.includes('<nmaprun')) {
        expect(outcome.refused, file).toBe('this is an XML document of another kind: no importer reads it')
        continue
      }
      expect(outcome.format, file).toBe('nmap')
      expect(complaints(outcome.readings), file).toEqual([])
      expect(count(outcome, 'observation'), file).toBe(matches(text, /<\/?state\s+state="open"/g))
      expect(count(outcome, 'reject'), file).toBe(0)
      records += count(outcome, 'observation')
    }
    expect([xml.length, records]).toEqual([58, 2143])
  })

  it('of Nmap in its texts, and of IVRE, give a record for each open port', async () => {
    const open = /\b\d+\/open\/(?:tcp|udp)|^\d+\/(?:tcp|udp) +open +|"state_state": "open"/gm
    const files = ['nmap-text', 'tool-runs-loopback', 'nmap'].flatMap(filesOf)
    const texts = files.filter((file) => /\.(g?nmap|oG|txt|ivre-json\.jsonl)(\.gz)?$/.test(file))
    let records = 0
    for (const file of texts) {
      const outcome = await outcomeOf(file, undefined)
      expect(complaints(outcome.readings), file).toEqual([])
      expect(count(outcome, 'reject'), file).toBe(0)
      expect(count(outcome, 'observation'), file).toBe(matches(textOf(file), open))
      records += count(outcome, 'observation')
    }
    expect([texts.length, records]).toEqual([10, 9519])
  })

  it('of Nmap that were aborted or resumed give what is in the file', async () => {
    const [aborted = '', resumed = ''] = filesOf('tool-runs-loopback').filter((file) =>
      file.endsWith('.xml.gz'),
    )
    const first = await outcomeOf(aborted, undefined)
    expect([count(first, 'observation'), count(first, 'skip')]).toEqual([512, 512])
    expect(first.readings.at(-1)).toEqual({
      kind: 'note',
      text: 'the scan was aborted: the file ends before its closing part',
    })
    const second = await outcomeOf(resumed, undefined)
    expect([count(second, 'observation'), count(second, 'skip'), count(second, 'note')]).toEqual([
      1280, 1280, 0,
    ])
  })

  it('of masscan give a reading for each statement', async () => {
    const statements: Readonly<Record<string, RegExp>> = {
      xml: /<host endtime=/g,
      json: /"port"\s*:/g,
      ndjson: /"rec_type":/g,
      txt: /^Discovered open port/gm,
    }
    const found: Record<string, string> = {}
    for (const file of filesOf('masscan')) {
      const outcome = await outcomeOf(file, undefined)
      const name = file.replace(/^.*\//, '')
      if (outcome.refused !== '') found[name] = outcome.refused.replace(/:.*/, '')
      else {
        expect(complaints(outcome.readings), name).toEqual([])
        const pattern = statements[name.replace(/^.*\./, '')] ?? /$^/g
        expect(outcome.readings.length, name).toBe(matches(textOf(file), pattern))
        found[name] = `${count(outcome, 'observation')} stored, ${count(outcome, 'skip')} skipped`
      }
    }
    expect(found).toEqual({
      'ParseScript__masscan.txt': '4 stored, 0 skipped',
      'ivre-test-samples__masscan-ntlm-smb.xml': '10 stored, 0 skipped',
      'ivre-test-samples__test-T102-s7comm.xml': '61 stored, 0 skipped',
      'ivre-test-samples__test-T22.xml': '101 stored, 0 skipped',
      'ivre-test-samples__test-T443.xml': '48 stored, 0 skipped',
      'ivre-test-samples__test-probe-ike-ipsec-nat-t-probe-U4500.xml': '100 stored, 0 skipped',
      'masscan_belkin_search__banners.txt': 'this is a list of banners without addresses',
      'masscan_belkin_search__ips1.txt': 'this is a list of networks',
      'masscan_nmap__masscan_results.json': '4 stored, 0 skipped',
      'ruby-masscan__spec_fixtures_masscan.bin': 'this is masscan’s binary output',
      'ruby-masscan__spec_fixtures_masscan.json': '7 stored, 1 skipped',
      'ruby-masscan__spec_fixtures_masscan.ndjson': '7 stored, 1 skipped',
    })
  })

  it('of masscan keep 97 greetings of SSH and 48 certificates', async () => {
    const ssh = await outcomeOf(sharedData('masscan/ivre-test-samples__test-T22.xml') ?? '', undefined)
    const greetings = ssh.readings.filter(
      (reading) => reading.kind === 'observation' && /^SSH-/.test(reading.observation.stated.banner ?? ''),
    )
    expect(greetings).toHaveLength(97)
    const tls = await outcomeOf(sharedData('masscan/ivre-test-samples__test-T443.xml') ?? '', undefined)
    // DER: a sequence whose length fits
    const certificates = tls.readings.filter((reading) => {
      const der = reading.kind === 'observation' ? reading.observation.certificate : undefined
      return der instanceof Uint8Array && der[0] === 0x30 && der.length > 300
    })
    expect(certificates).toHaveLength(48)
  })

  it('of ZMap give a record per address once the port is stated, and advice before', async () => {
    let addresses = 0
    for (const file of filesOf('zmap')) {
      const lines = textOf(file)
        .split('\n')
        .filter((line) => line.trim() !== '').length
      const outcome = await outcomeOf(file, 80)
      if (/nl_ips_only/.test(file)) expect(outcome.refused).toMatch(/^this is a map of names to addresses: /)
      else if (/targets/.test(file)) expect(outcome.refused).toMatch(/^this is a list of scan targets: /)
      else if (/SNMP/.test(file)) {
        expect([count(outcome, 'observation'), lines]).toEqual([500, 501])
        expect(outcome.readings[0]).toMatchObject({
          observation: {
            port: 161,
            baseProtocol: 'udp',
            stated: { banner: expect.stringMatching(/^0g\\x02\\x01/) },
          },
        })
      } else {
        expect([file, count(outcome, 'observation')]).toEqual([file, lines])
        addresses += lines
      }
    }
    expect(addresses).toBe(166_287)
    const without = await outcomeOf(sharedData('zmap/hackinglab-eol__zmap_output.csv') ?? '', undefined)
    expect(without.refused).toBe(
      'this is a list of addresses: tag it with `periplus tag FILE`, or add it as a feed with `periplus feed add NAME FILE`; if a scan of one port found them, state --port',
    )
  })

  it('of other kinds are refused by name, with advice', async () => {
    const refused: Record<string, number> = {}
    for (const folder of ['banners-recog', 'banners-misc', 'tool-runs-loopback', 'nmap'])
      for (const file of filesOf(folder)) {
        const { refused: text } = await outcomeOf(file, undefined)
        const name = /^this is (.*?): ./.exec(text)?.[1] ?? text
        if (text !== '') refused[name] = (refused[name] ?? 0) + 1
      }
    expect(refused).toEqual({
      'a set of Recog fingerprints': 39,
      'a table with columns of its own': 1,
      'a database dump': 1,
      'a document type definition': 2,
      'an XML document of another kind': 2,
    })
  })
})
