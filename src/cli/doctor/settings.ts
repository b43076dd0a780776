// Settings that are each allowed but unwise in combination.
import { existsSync } from 'node:fs'
import { type Config, SETTING_NAMES, unknownVariables, variableOf } from '../../config/index.ts'
import { error, type Finding, ok, warning, writable } from '../../service/doctor/index.ts'
import { nearest } from '../../util/index.ts'

const LOOPBACK = /^(?:127\.|::1$|localhost$)/

/** Findings about unwise settings. */
export function checkSettings(config: Config): Finding[] {
  const open = !LOOPBACK.test(config['http.host'])
  const shared = config['state.url'] !== ''
  const unwise: (readonly [boolean, string, string])[] = [
    [
      open && config['http.metrics'] === 'everyone',
      'everyone who reaches the server may read its metrics',
      'set http.metrics to loopback, and let the collector reach them through the proxy',
    ],
    [
      open && config['http.baseUrl'] === '',
      'addresses that the server gives out follow what each caller wrote',
      'set http.baseUrl to the address under which callers reach it',
    ],
    [
      config['http.baseUrl'].startsWith('https:') && config['http.trustProxy'].length === 0,
      'every caller seems to come from the proxy: limits by address hit all of them together',
      'set http.trustProxy to the address of the proxy',
    ],
    [
      shared && config.secret === '',
      'accounts are in PostgreSQL, but their secret only in this data directory',
      'set PERIPLUS_SECRET to the text of the file `secret` on every server',
    ],
    [
      shared && config['tag.results'] === '',
      'results of tagging can be fetched only from the server that made them',
      'set tag.results to a directory that all servers share',
    ],
    [
      open && config['account.registration'] === 'open' && config['account.registrationCoins'] > 0,
      'everyone may register again and again for coins',
      'set account.registration to invitation, or account.registrationCoins to 0',
    ],
  ]
  const findings = [
    ...checkVariables(unknownVariables()),
    ...checkResults(config['tag.results']),
    ...unwise.filter(([is]) => is).map(([, text, remedy]) => warning('settings', text, remedy)),
  ]
  return findings.length > 0 ? findings : [ok('settings', 'read, and in order')]
}

/** Variables of the environment that are not settings: mostly settings with a typing mistake. */
function checkVariables(unknown: readonly string[]): Finding[] {
  const variables = SETTING_NAMES.map(variableOf)
  return unknown.map((name) => {
    const near = nearest(name, variables)
    const remedy = near === undefined ? 'remove it' : `did you mean ${near}? else remove it`
    return warning('settings', `the environment variable ${name} is unknown and has no effect`, remedy)
  })
}

function checkResults(directory: string): Finding[] {
  if (directory === '') return []
  if (!existsSync(directory))
    return [
      error(
        'settings',
        `the directory ${directory} of tag.results does not exist`,
        'make it, or mount it, before tagging',
      ),
    ]
  return writable('settings', directory)
}
