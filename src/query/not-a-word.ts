// Bare words beside conditions that are not meant as words: terms of other engines, stray marks, functions without brackets.
import type { TextSpan } from '../error/index.ts'
import { findField } from '../field/index.ts'
import { functionNamed } from './lexis.ts'
import { curlyQuote } from './mistake.ts'
import { type Problem, shown } from './problem.ts'

/** Names before a colon that other search engines have, in addition to fields that have the same name here. */
const FOREIGN: ReadonlySet<string> = new Set([
  ...[
    'html',
    'http.html',
    'http.title',
    'http.favicon.hash',
    'http.status',
    'http.component',
    'inurl',
    'intitle',
  ],
  ...[
    'intext',
    'allintitle',
    'allinurl',
    'site',
    'filetype',
    'hostname',
    'net',
    'ssl',
    'ssl.cert.subject.cn',
  ],
  ...['ssl.cert.issuer.cn', 'ssl.jarm', 'iconhash', 'has_screenshot', 'shodan.module', 'cpe', 'vuln', 'ver'],
  ...[
    'service',
    'services',
    'response',
    'favicon',
    'web.body',
    'web.title',
    'app.name',
    'hassh',
    'service.name',
  ],
])

/** Prefixes of field names that only other search engines have. */
const FOREIGN_ROOT =
  /^(?:services|host|web|cert|tls|http|ssl|location|autonomous_system|dns|parsed|whois|labels)\./i

/** The problem of a bare word beside conditions that is not meant as a word; undefined for any other. */
export function notAWord(word: string, start: number, end: number): Problem | undefined {
  if (/^[“”„«»‘’]|[“”„«»]$/.test(word)) return curlyQuote(word, start)
  if (/^(?:[,;；，、。＋+＆｜]+|和|与|且|并且|而且|或|或者)$/.test(word))
    return strayMark(word, { start, end })
  const wide = WIDE.exec(word)
  if (wide !== null && isFieldName(wide[1] ?? '')) return wideMark(word, { start, end })
  if (functionNamed(word) !== undefined) return withoutBrackets(word, { start, end })
  const plus = /^\+([a-z][\w.]*)[=!<>~*]/i.exec(word)?.[1] ?? ''
  if (isFieldName(plus)) return leadingPlus(word, { start, end })
  const [, sign = '', name = '', value = ''] =
    /^([+-]?)([a-z][\w.]*)(?::(?!\/\/)|：|＝|%3D)(\S*)$/i.exec(word) ?? []
  if (isFieldName(name)) {
    const meant = value === '' ? '' : `${sign === '-' ? '!' : ''}${name}=${JSON.stringify(value)}`
    return foreignTerm(word, meant, { start, end })
  }
  if (/^-[\p{L}.]/u.test(word))
    return {
      found: `${shown(word)}, which begins with \`-\``,
      span: { start, end },
      expected: '`!` before what is to be excluded, or the text in double quotes',
    }
  return undefined
}

// Also `services.port:` and `title:` with a blank before the value.
function isFieldName(name: string): boolean {
  if (name === '') return false
  return findField(name) !== undefined || FOREIGN.has(name.toLowerCase()) || FOREIGN_ROOT.test(name)
}

/** `！port=80` or `port＞80`, as a Chinese input method writes them. */
const WIDE = /^(?=[！（]|[a-z][\w.]*[＞＜≥≤≠！])[！（]*([a-z][\w.]*)/i

// `;` or a full-width comma between conditions.
function strayMark(mark: string, span: TextSpan): Problem {
  return {
    found: `${shown(mark)} between conditions`,
    span,
    expected: '`&&` or `||`, or the text in double quotes',
  }
}

// `+port=80`, as other engines ask for a term that must be there.
function leadingPlus(word: string, span: TextSpan): Problem {
  return {
    found: `${shown(word)}, which begins with \`+\``,
    span,
    expected: 'conditions side by side, which must all hold, or the text in double quotes',
    suggestion: word.slice(1),
  }
}

function wideMark(word: string, span: TextSpan): Problem {
  return {
    found: `a full-width mark in ${shown(word)}`,
    span,
    expected: '`!`, `(`, `>` and the like as ASCII characters, or the text in double quotes',
  }
}

function withoutBrackets(name: string, span: TextSpan): Problem {
  return {
    found: `the function ${shown(name)} without brackets`,
    span,
    expected: 'a condition in brackets after it, or the text in double quotes',
    suggestion: `${name}(…)`,
  }
}

function foreignTerm(word: string, meant: string, span: TextSpan): Problem {
  return {
    found: `${shown(word)}, a term as other search engines write it`,
    span,
    expected: 'a condition such as `title="login"`, or the text in double quotes',
    suggestion: findField(/^!?([\w.]+)=/.exec(meant)?.[1] ?? '') === undefined ? undefined : meant,
  }
}
