import { describe, expect, it } from 'vitest'
import { readSettings, SETTING_NAMES, type Settings } from '../../config/index.ts'
import { settingsAsJson, settingsAsText } from './settings-text.ts'

const settings: Settings = readSettings({
  environment: { PERIPLUS_STATE_URL: 'postgres://periplus:hunter2@db/periplus', PERIPLUS_HTTP_PORT: '81' },
  flags: { data: 'no-such-directory' },
})

describe('settings on a terminal', () => {
  it('show every setting with value, origin, variable and range', () => {
    const text = settingsAsText(settings)
    for (const name of SETTING_NAMES) expect(text).toMatch(new RegExp(`^${name} = `, 'm'))
    expect(text).toContain(
      'http.port = 81  (environment)\n  port to listen on; 0 takes any free one\n  PERIPLUS_HTTP_PORT: a whole number from 0 to 65535\n',
    )
  })

  it('are the same as JSON', () => {
    const rows = JSON.parse(settingsAsJson(settings)) as Record<string, Record<string, string>>
    expect(Object.keys(rows)).toEqual(SETTING_NAMES)
    expect(rows['http.port']).toMatchObject({ value: '81', origin: 'environment', default: '8420' })
  })

  it('never show a secret', () => {
    expect(settingsAsText(settings) + settingsAsJson(settings)).not.toContain('hunter2')
    expect(settingsAsText(settings)).toContain('state.url = (set, not shown)  (environment)')
  })
})
