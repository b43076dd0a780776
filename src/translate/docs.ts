// The tables of docs/translation.md, from the rules themselves.
import { LANGUAGE_NAMES, type Language } from './language.ts'
import { LANGUAGES } from './languages.ts'
import type { Rule } from './rule.ts'

/** A section per language: where it is described, and how each of its fields is translated. */
export function translationTables(): string {
  return LANGUAGE_NAMES.map((name) => section(LANGUAGES[name])).join('\n')
}

function section(language: Language): string {
  const rows = [...Map.groupBy(language.fields, ([, rule]) => rule)].map(([rule, entries]) => {
    const names = entries.map(([name]) => `\`${name}\``).join(' ')
    return `| ${names} | ${target(rule)} | ${remark(rule)} |`
  })
  const sources = language.sources.map((source) => `<${source}>`).join(', ')
  const head = ['| field | here | remark |', '|---|---|---|']
  return `### ${language.name}\n\nFrom ${sources}.\n\n${[...head, ...rows].join('\n')}\n`
}

function target(rule: Rule): string {
  switch (rule.kind) {
    case 'fields':
      return rule.fields.map((field) => `\`${field}\``).join(' or ')
    case 'cpe':
      return '`product` and `product.version`'
    case 'country':
      return '`country` or `country_name`'
    case 'presence':
      return `\`${rule.field}!=""\``
    case 'always':
    case 'lost':
      return 'left out'
  }
}

function remark(rule: Rule): string {
  if (rule.kind === 'lost' || rule.kind === 'always') return rule.reason
  if (rule.kind === 'cpe') return 'the name and the version in a CPE 2.3 or 2.2'
  return rule.kind === 'country' ? 'codes, and names in English and Chinese' : (rule.changed ?? '')
}
