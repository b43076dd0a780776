import { afterEach, expect, it, vi } from 'vitest'
import { addToHistory, clearTraces, readHistory } from './history.ts'

/** A storage of a browser, whose entries are its own members. */
class FakeStorage {
  readonly [name: string]: unknown

  getItem(name: string): unknown {
    return this[name] ?? null
  }

  setItem(name: string, value: string): void {
    Object.assign(this, { [name]: value })
  }

  removeItem(name: string): void {
    Reflect.deleteProperty(this, name)
  }
}

afterEach(() => vi.unstubAllGlobals())

it('signing out leaves no queries and no texts of anybody in the browser, and keeps its look', () => {
  const [local, session] = [new FakeStorage(), new FakeStorage()]
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  addToHistory('ann@example.com', 'title="secret"')
  addToHistory('bob@example.com', 'port="22"')
  local.setItem('periplus.theme', 'dark')
  session.setItem('periplus.draft.query', 'x')
  session.setItem('periplus.form./account Invite', '[]')
  session.setItem('periplus.paid.answer', '{}')
  clearTraces()
  expect(readHistory('ann@example.com')).toEqual([])
  expect([Object.keys(local), Object.keys(session)]).toEqual([['periplus.theme'], []])
})
