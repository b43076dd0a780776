import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isAppError } from '../error/index.ts'
import {
  configurationPage,
  readSettings,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  variableOf,
} from './index.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

let files = 0
function fileOf(content: unknown): string {
  const file = join(directory, `${++files}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

function mistakesOf(read: () => unknown): readonly string[] {
  try {
    read()
  } catch (error) {
    if (isAppError(error) && error.code === 'input') return error.message.split('\n')
    throw error
  }
  return []
}

describe('the table of settings', () => {
  it.each(SETTING_NAMES)('%s reads back what it prints of its default', (name) => {
    const setting: Setting<unknown> = SETTINGS[name]
    expect(setting.kind.read(setting.kind.print(setting.default))).toEqual(setting.default)
  })

  it('gives every setting a separate variable', () => {
    expect(new Set(SETTING_NAMES.map(variableOf)).size).toBe(SETTING_NAMES.length)
    expect(variableOf('http.baseUrl')).toBe('PERIPLUS_HTTP_BASE_URL')
    expect(variableOf('data')).toBe('PERIPLUS_DATA')
    expect(variableOf('state.url')).toBe('PERIPLUS_STATE_URL')
    expect(variableOf('store.url')).toBe('PERIPLUS_STORE_URL')
  })

  it('documents every setting', () => {
    const page = configurationPage()
    for (const name of SETTING_NAMES) expect(page).toContain(`| \`${name}\` | \`${variableOf(name)}\` |`)
  })
})

describe('reading settings', () => {
  it('needs nothing to be set', () => {
    const { config, origins } = readSettings({ environment: {}, flags: { data: directory } })
    expect(config['http.port']).toBe(8420)
    expect(config['http.host']).toBe('127.0.0.1')
    expect(origins['http.port']).toBe('default')
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('prefers the environment to the file, and flags to both', () => {
    const file = fileOf({
      'http.port': 1000,
      http: { host: '127.0.0.2', graceTime: '1 m' },
      level: { free: { price: 3 } },
    })
    const { config, origins } = readSettings({
      file,
      environment: { PERIPLUS_HTTP_PORT: '2000', PERIPLUS_HTTP_HOST: '127.0.0.3' },
      flags: { 'http.port': '3000', 'http.host': undefined },
    })
    expect(config['http.port']).toBe(3000)
    expect(config['http.host']).toBe('127.0.0.3')
    expect(config['http.graceTime']).toBe(60_000)
    expect(config['level.free.price']).toBe(3)
    expect([origins['http.port'], origins['http.host'], origins['http.graceTime']]).toEqual([
      'flag',
      'environment',
      'file',
    ])
  })

  it('finds periplus.json in the data directory that the environment or a flag names', () => {
    const data = join(directory, 'found')
    mkdirSync(data)
    writeFileSync(join(data, 'periplus.json'), '{"http.port": 4321}')
    expect(readSettings({ environment: { PERIPLUS_DATA: data } }).config['http.port']).toBe(4321)
    expect(readSettings({ environment: {}, flags: { data } }).config['http.port']).toBe(4321)
  })

  it('treats an empty variable as not set', () => {
    const { config } = readSettings({
      environment: { PERIPLUS_DATA: '', PERIPLUS_HTTP_PORT: '' },
      flags: { data: directory },
    })
    expect(config['http.port']).toBe(8420)
  })

  it('reads lists, yes and no, sizes and words in any case', () => {
    const { config } = readSettings({
      flags: { data: directory },
      environment: {
        PERIPLUS_HTTP_TRUST_PROXY: '192.0.2.1, 2001:db8::/32',
        PERIPLUS_DEMO: 'False',
        PERIPLUS_HTTP_ANSWER_LIMIT: '64MiB',
        PERIPLUS_HTTP_ERROR_STATUS: 'Standard',
      },
    })
    expect(config['http.trustProxy']).toEqual(['192.0.2.1', '2001:db8::/32'])
    expect(config.demo).toBe(false)
    expect(config['http.answerLimit']).toBe(64 * 1024 ** 2)
    expect(config['http.errorStatus']).toBe('standard')
  })

  it('reports all mistakes together, each with its location and the allowed values', () => {
    const file = fileOf({ http: { prot: 1, port: 70_000, trustProxy: ['nowhere'] }, colour: { of: 'sea' } })
    const environment = { PERIPLUS_LEVEL_FREE_PRICE: '-1', PERIPLUS_HTTP_ANSWER_LIMIT: '12' }
    expect(mistakesOf(() => readSettings({ file, environment }))).toEqual([
      `${file}: unknown setting \`http.prot\`; did you mean \`http.port\`?`,
      `${file}: unknown setting \`colour.of\`; \`periplus config\` lists them`,
      `${file}: \`http.port\` must be a whole number from 0 to 65535; found \`70000\``,
      `${file}: \`http.trustProxy\` must be comma-separated addresses or CIDRs; found \`["nowhere"]\``,
      'PERIPLUS_HTTP_ANSWER_LIMIT must be a size from 1 KiB to 2 GiB (units GiB, MiB, KiB, B); found `12`',
      'PERIPLUS_LEVEL_FREE_PRICE must be a whole number from 0 to 1000000; found `-1`',
    ])
  })

  it('never prints a secret, even when it is invalid', () => {
    const environment = { PERIPLUS_STATE_URL: 'mysql://user:hunter2@db/x' }
    const [mistake = ''] = mistakesOf(() => readSettings({ environment, flags: { data: directory } }))
    expect(mistake).toContain('PERIPLUS_STATE_URL must be an address')
    expect(mistake).not.toContain('hunter2')
  })

  it.each([
    ['{"http": ', 'is not valid JSON'],
    ['[1]', 'must hold one JSON object'],
    ['null', 'must hold one JSON object'],
  ])('refuses a file that contains %s', (content, complaint) => {
    const file = fileOf(content)
    expect(mistakesOf(() => readSettings({ file, environment: {} })).join()).toContain(
      `${file}: ${complaint}`,
    )
  })

  it('refuses a named file that does not exist', () => {
    const file = join(directory, 'absent.json')
    expect(mistakesOf(() => readSettings({ file, environment: {} })).join()).toContain(
      `${file}: cannot be read`,
    )
  })

  it('refuses the setting of the data directory in the file of that directory', () => {
    const data = join(directory, 'circle')
    mkdirSync(data)
    writeFileSync(join(data, 'periplus.json'), '{"data": "/elsewhere"}')
    expect(mistakesOf(() => readSettings({ environment: {}, flags: { data } })).join()).toContain(
      'cannot be set in',
    )
  })
})
