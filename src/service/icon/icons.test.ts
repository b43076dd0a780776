import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { iconHash } from '../../enrich/index.ts'
import { Icons } from './icons.ts'

const gif = (mark: number) => Buffer.from([...Buffer.from('GIF89a'), 16, 0, 16, 0, mark])

describe('icons of sites', () => {
  const root = mkdtempSync(join(tmpdir(), 'icons-'))
  afterAll(() => rmSync(root, { recursive: true }))

  it('are stored once under their hash, and any process can read them', async () => {
    const directory = join(root, 'a')
    const icons = new Icons(directory)
    const hash = iconHash(gif(1))
    expect(icons.has(hash)).toBe(false)
    for (let time = 0; time < 3; time++) expect(icons.keep(gif(1))).toBeUndefined()
    expect(readdirSync(directory)).toEqual([hash])
    const other = new Icons(directory)
    expect(other.has(hash)).toBe(true)
    expect(await other.read(hash)).toEqual({ type: 'image/gif', bytes: gif(1) })
    expect(await other.read('1')).toBeUndefined()
  })

  it('exclude SVG, pages and anything too large', () => {
    const directory = join(root, 'b')
    const icons = new Icons(directory)
    for (const bytes of [Buffer.from('<svg/>'), Buffer.from('<html>'), Buffer.alloc(70_000), Buffer.alloc(0)])
      expect(icons.keep(bytes)).toBeUndefined()
    expect(readdirSync(root)).not.toContain('b')
  })

  it('are limited in number', () => {
    const directory = join(root, 'c')
    for (const process of [new Icons(directory, 3), new Icons(directory, 3)])
      for (let mark = 0; mark < 10; mark++) expect(process.keep(gif(mark))).toBeUndefined()
    expect(readdirSync(directory)).toHaveLength(3)
  })

  it('report why they cannot be written, without failing', () => {
    writeFileSync(join(root, 'file'), '')
    expect(new Icons(join(root, 'file')).keep(gif(1))).toMatch(/^icons of sites cannot be stored: /)
  })

  it('cannot name another file', async () => {
    writeFileSync(join(root, 'secret'), gif(1))
    const icons = new Icons(join(root, 'a'))
    for (const hash of ['../secret', '..', '.', '', '/etc/passwd', '1.5', '-', `${'1'.repeat(400)}`]) {
      expect(icons.has(hash)).toBe(false)
      expect(await icons.read(hash)).toBeUndefined()
    }
  })
})
