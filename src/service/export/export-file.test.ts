import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkRoom, type RoomLimits } from './room.ts'
import { isDiskFull } from '../../job/index.ts'
import type { Position, ResultPage } from '../../store/index.ts'
import { partsOf, type Scan, writeExport } from './export-file.ts'
import type { RowFormat } from './row-format.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'periplus-export-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** Long enough that every page is a separate step. */
const LONG = 'x'.repeat(9 * 1024 * 1024)
const place = (index: number): Position => ({
  lastupdatetime: -index,
  host: String(index),
  base_protocol: 'tcp',
})

/** Pages of one row each, from a position on; breaks before the row `breaksAt`. */
function scanOf(pages: number, breaksAt = Number.POSITIVE_INFINITY): Scan & { started: number[] } {
  const started: number[] = []
  const scan = async function* (from: Position | undefined): AsyncGenerator<ResultPage> {
    const first = from === undefined ? 0 : Number(from.host) + 1
    started.push(first)
    for (let index = first; index < pages; index++) {
      if (index === breaksAt) throw new Error('broken')
      yield { rows: [[String(index), LONG]], end: place(index) }
    }
  }
  return Object.assign(scan, { started })
}

const never = new AbortController().signal
let exclusions = 'none'
const applyExclusions = async (): Promise<string> => exclusions
const write = (scan: Scan, format: RowFormat = 'ndjson') =>
  writeExport(
    { path: join(directory, 'out'), format, fields: ['id', 'text'], bom: true, applyExclusions },
    scan,
    () => undefined,
    never,
  )

describe('the file of an export', () => {
  it.each(['ndjson', 'csv', 'json'] as const)(
    'in %s is the same with or without an interruption',
    async (format) => {
      await write(scanOf(4), format)
      const whole = readFileSync(join(directory, 'out'))
      for (const name of readdirSync(directory)) rmSync(join(directory, name))

      await expect(write(scanOf(4, 2), format)).rejects.toThrow('broken')
      expect(existsSync(join(directory, 'out'))).toBe(false)
      // What was written after the last durable position is written again.
      appendFileSync(partsOf(join(directory, 'out')).part, 'half a row')
      const rest = scanOf(4)
      expect(await write(rest, format)).toEqual({ rows: 4, bytes: whole.length })
      expect(rest.started).toEqual([2])
      expect(readFileSync(join(directory, 'out')).equals(whole)).toBe(true)
    },
  )

  it('that was complete before a crash is not written again', async () => {
    const { bytes } = await write(scanOf(2))
    expect(await write(scanOf(2, 0))).toEqual({ rows: 2, bytes })
  })

  it.each(['while it is written', 'between two runs'])(
    'is written again when exclusions change %s',
    async (when) => {
      const isCut = when === 'between two runs'
      const first = scanOf(3, isCut ? 2 : undefined)
      const changing = async function* (from: Position | undefined): AsyncGenerator<ResultPage> {
        for await (const page of first(from)) {
          if (!isCut) exclusions = 'one rule'
          yield page
        }
      }
      const done = write(changing)
      if (!isCut) {
        expect(await done).toMatchObject({ rows: 3 })
        expect(first.started).toEqual([0, 0])
        return
      }
      await expect(done).rejects.toThrow('broken')
      exclusions = 'two rules'
      const again = scanOf(2)
      expect(await write(again)).toMatchObject({ rows: 2 })
      expect(again.started).toEqual([0])
    },
  )

  it('is put off when exclusions change without end', async () => {
    let count = 0
    const target = {
      path: join(directory, 'out'),
      format: 'csv',
      fields: ['id', 'text'],
      bom: false,
    } as const
    const change = async (): Promise<string> => String(count++)
    const done = writeExport({ ...target, applyExclusions: change }, scanOf(1), () => undefined, never)
    await expect(done).rejects.toMatchObject({ code: 'unavailable' })
    expect(existsSync(target.path)).toBe(false)
  })

  it('whose parts are shorter than its mark says starts over', async () => {
    await expect(write(scanOf(3, 2))).rejects.toThrow('broken')
    rmSync(partsOf(join(directory, 'out')).part)
    const again = scanOf(3)
    expect(await write(again)).toMatchObject({ rows: 3 })
    expect(again.started).toEqual([0])
  })

  it.skipIf(!existsSync('/dev/full'))('reports a full disk', async () => {
    symlinkSync('/dev/full', partsOf(join(directory, 'out')).part)
    await expect(write(scanOf(1))).rejects.toSatisfy(isDiskFull)
  })

  it('stops growing when its account or the disk has no space left, and names the setting', async () => {
    const target = {
      path: join(directory, 'out'),
      format: 'ndjson',
      fields: ['id', 'text'],
      bom: false,
      applyExclusions,
    } as const
    const limited = (limits: RoomLimits, used: number) =>
      writeExport(
        { ...target, checkRoom: checkRoom(limits, directory, used) },
        scanOf(9),
        () => undefined,
        never,
      )
    const MIB = 1024 * 1024
    await expect(limited({ quota: 40 * MIB, reserve: 0 }, 20 * MIB)).rejects.toThrow('export.quota')
    expect(statSync(partsOf(target.path).part).size).toBeLessThan(40 * MIB)
    await expect(limited({ quota: 1e12, reserve: 1e18 }, 0)).rejects.toThrow('export.diskReserve')
    expect(await limited({ quota: 200 * MIB, reserve: 0 }, 20 * MIB)).toMatchObject({ rows: 9 })
  })

  it('stops at once when its task is stopped', async () => {
    const stop = AbortSignal.abort(new Error('the server stops'))
    const target = {
      path: join(directory, 'out'),
      format: 'csv',
      fields: ['id', 'text'],
      bom: false,
      applyExclusions,
    } as const
    await expect(writeExport(target, scanOf(3), () => undefined, stop)).rejects.toThrow('the server stops')
    expect(existsSync(join(directory, 'out'))).toBe(false)
  })
})
