// Rules about records that are never stored and never shown, for administrators.
import { Type } from 'typebox'
import { EXCLUSION_KINDS } from '../../asset/index.ts'
import { count, object, orNull, text, time } from '../../schema/index.ts'
import { type Exclusion, parseRules, printRule } from '../../service/exclusion/index.ts'
import { printTime } from '../../util/index.ts'
import { optionalText, text as textParam, verbatim } from '../input/index.ts'
import { operation } from '../operation.ts'
import { common } from './common.ts'

const about = (id: string, route: Parameters<typeof common>[1]) => common(id, route, 'exclude records')

const rule = {
  id: Type.Integer({ description: 'Number of the rule.' }),
  rule: text('The rule in the form in which rules are written.'),
  kind: Type.Enum([...EXCLUSION_KINDS], { description: 'What it names.' }),
  note: text('Why it exists, as stated when it was added.'),
  actor: text('E-mail of the account that added it, or `operator` for commands.'),
  created_at: time('When it was added'),
  removed: count('Stored records that were removed because of it.'),
  swept_at: orNull(Type.String(), 'When stored records were last searched for it; null until then.'),
}
const Rule = object(rule, { title: 'Exclusion' })

/** All rules. */
export const adminExclusions = operation({
  ...about('adminExclusions', 'GET /exclusions'),
  summary: 'Rules about records that are never stored and never shown',
  input: {},
  output: { exclusions: Type.Array(Rule) },
  run: async ({ services }) => ({ exclusions: (await services.exclusions.list()).map(describe) }),
})

/** Adds rules. */
export const adminExclude = operation({
  ...about('adminExclude', 'POST /exclusions'),
  summary: 'Exclude networks, names or certificates',
  description:
    'What a rule excludes is no longer shown when the call answers, is removed by a background job, and is left out of later imports. A rule is a network (`192.0.2.0/24`), a name with its subdomains (`example.com`), the SHA-256 fingerprint of a certificate, or a name in certificates (`cert:example.com`). Tagging an excluded address still works; tagging stores nothing.',
  input: {
    rules: verbatim('Rules, one a line; what follows `#` is a comment.', 1_000_000),
    note: optionalText('Why.'),
  },
  output: {
    added: Type.Array(Rule, { description: 'The new rules.' }),
    known: count('Rules that existed before.'),
  },
  run: async ({ services, actor }, { rules, note = '' }) => {
    const { added, known } = await services.exclusions.add(parseRules(rules), note, actor)
    return { added: added.map(describe), known }
  },
})

/** Removes a rule. */
export const adminRemoveExclusion = operation({
  ...about('adminRemoveExclusion', 'DELETE /exclusions/:id'),
  summary: 'Remove a rule of exclusion; records that were removed do not come back',
  input: { id: textParam('Number of the rule.', 'the number of a rule') },
  output: {},
  run: async ({ services, actor }, { id }) => {
    await services.exclusions.remove(/^\d{1,15}$/.test(id) ? Number(id) : 0, actor)
    return {}
  },
})

function describe(one: Exclusion) {
  return {
    ...{ id: one.id, rule: printRule(one), kind: one.kind, note: one.note, actor: one.actor },
    created_at: printTime(one.createdAt),
    removed: one.removed,
    swept_at: one.sweptAt === undefined ? null : printTime(one.sweptAt),
  }
}
