// Icons beside an import: kept once, and never a reason for a record to fail.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Icons } from '../../../src/service/icon/index.ts'
import { importFiles } from '../../../src/service/ingest/index.ts'
import { memoryStore } from '../../support/memory-store.ts'

const GIF = Buffer.from([...Buffer.from('GIF89a'), 16, 0, 16, 0]).toString('base64')
const banner = (index: number, data: string) =>
  JSON.stringify({
    ip_str: `192.0.2.${index}`,
    port: 80,
    transport: 'tcp',
    timestamp: '2026-11-01T00:00:00.000000',
    data: 'HTTP/1.1 200 OK\r\n\r\n',
    http: { status: 200, title: `Page ${index}`, favicon: { hash: 5 + index, data } },
    _shodan: { module: 'http' },
  })

describe('icons beside an import', () => {
  const root = mkdtempSync(join(tmpdir(), 'periplus-icons-'))
  const file = join(root, 'banners.json')
  beforeAll(() => {
    const icons = [GIF, GIF, 'no base64 \u202e', Buffer.from('<svg/>').toString('base64'), '']
    writeFileSync(file, icons.map((data, index) => `${banner(index + 1, data)}\n`).join(''))
  })
  afterAll(() => rmSync(root, { recursive: true }))

  const load = async (directory: string) => {
    const store = memoryStore([])
    const icons = new Icons(directory)
    const request = { paths: [file], format: 'shodan', port: undefined, fields: undefined, time: undefined }
    const summary = await importFiles(request, {
      store,
      databases: {},
      bodyLimit: 100_000,
      checkpoints: join(root, 'marks'),
      rejectsPath: () => join(root, 'rejects.ndjson'),
      keepIcon: (bytes) => icons.keep(bytes),
    })
    return summary
  }

  it('are kept once each, and only pictures', async () => {
    const directory = join(root, 'icons')
    expect(await load(directory)).toMatchObject({ observations: 5, rejects: 0, notes: [] })
    expect(readdirSync(directory)).toHaveLength(1)
  })

  it('that cannot be written are reported once, and all records are stored', async () => {
    const { observations, rejects, notes } = await load(file)
    expect([observations, rejects, notes.length]).toEqual([5, 0, 1])
    expect(notes[0]).toContain('icons of sites cannot be stored')
  })
})
