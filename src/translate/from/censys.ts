// Censys: the first search language (`services.port: 443 and services.http.response.html_title: "x"`) and CenQL of the platform
// (`host.services: (port = 443 and …)`). Both join conditions by and, or, not and brackets; a document is a host with all its
// services, while a record of ours is one service.
import { readInfix } from '../grammar/infix.ts'
import type { InfixSyntax } from '../grammar/token.ts'
import type { Language } from '../language.ts'
import type { Rule } from '../rule.ts'
import { changed, to } from '../rule.ts'
import type { Note, Reading, SourceCondition, SourceNode } from '../source.ts'
import { CENSYS_FIELDS, plainName } from './censys-fields.ts'

const SYNTAX: InfixSyntax = {
  operators: [
    ['!=', { comparison: 'exact', negated: true }],
    ['=~', { comparison: 'regex' }],
    ['<=', { comparison: 'match', bound: '<=' }],
    ['>=', { comparison: 'match', bound: '>=' }],
    ['<', { comparison: 'match', bound: '<' }],
    ['>', { comparison: 'match', bound: '>' }],
    ['=', { comparison: 'exact' }],
    [':', { comparison: 'match' }],
  ],
  words: true,
  compound: true,
  wildcards: 'all',
}

/** The language of Censys. */
export const CENSYS: Language = {
  id: 'censys',
  name: 'Censys',
  sources: [
    'https://docs.censys.com/docs/censys-query-language',
    'https://docs.censys.com/docs/censys-platform-syntax-differences',
    'https://search.censys.io/search/definitions',
  ],
  fields: CENSYS_FIELDS,
  find,
  wordFields: ['*', 'banner', 'cert', 'product'],
  read,
}

function find(field: string): Rule | undefined {
  const name = plainName(field)
  const known = CENSYS_FIELDS.get(name)
  if (known !== undefined) return known
  const header = /^http\.(?:response\.)?headers\.([\w-]+)/.exec(name)?.[1]
  if (header === undefined) return undefined
  return changed(to('header'), `searched in the whole header, not only in ${header.replaceAll('_', '-')}`)
}

function read(text: string): Reading {
  const { root, notes } = readInfix(text, SYNTAX)
  return { root, notes: [...notes, ...(root === undefined ? [] : onOneService(root, text))] }
}

/** The note when conditions on several services of a host become conditions on one service. */
function onOneService(root: SourceNode, text: string): readonly Note[] {
  if (/services[\w.]*\s*[:=]\s*\(|same_service\s*\(/.test(text)) return []
  const asked = root.kind === 'and' ? root.children.filter(isOfService) : []
  const first = asked[0]
  if (first === undefined || asked.length < 2) return []
  const note =
    'the conditions on services may hold of different services of a host there; here one service fulfils all'
  return [
    {
      kind: 'changed',
      start: first.span.start,
      end: asked.at(-1)?.span.end ?? first.span.end,
      text: note,
    },
  ]
}

function isOfService(node: SourceNode): node is SourceCondition {
  return node.kind === 'condition' && /^(?:host\.)?services\./.test(node.field)
}
