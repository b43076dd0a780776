import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Checkpoint } from './checkpoint.ts'
import { RejectsFile } from './rejects.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-rejects-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it('a rejects file contains complete lines up to its limit, and none after them', () => {
  const rejects = new RejectsFile(join(directory, 'limited.ndjson'), 0, 25)
  rejects.append(Buffer.from('{"a":1}\n{"b":2}\n'))
  expect(rejects.isFull).toBe(false)
  rejects.append(Buffer.from('{"c":3}\n{"d":4}\n'))
  rejects.append(Buffer.from('{}\n'))
  expect([rejects.isFull, rejects.bytes]).toEqual([true, 24])
  rejects.close()
  expect(readFileSync(rejects.path, 'utf8')).toBe('{"a":1}\n{"b":2}\n{"c":3}\n')
})

it('other users of the machine read neither rejects nor progress, whatever the mask of the process', () => {
  const mask = process.umask(0)
  try {
    const rejects = new RejectsFile(join(directory, 'rejects', 'one.ndjson'))
    rejects.append(Buffer.from('{}\n'))
    rejects.close()
    const progress = { importId: 'one', inputs: [], rejectBytes: 0, finished: false }
    new Checkpoint(join(directory, 'imports'), 'one').save(progress)
  } finally {
    process.umask(mask)
  }
  for (const name of ['rejects', 'rejects/one.ndjson', 'imports', 'imports/one.json'])
    expect(statSync(join(directory, name)).mode & 0o077, name).toBe(0)
})
