// Tries rules over the stored records before they are used: what each would match, and where a source states another product.
import { Type } from 'typebox'
import { isSameProduct, readReasons } from '../../asset/index.ts'
import { AppError } from '../../error/index.ts'
import { fieldNamed } from '../../field/index.ts'
import { readQuery } from '../../query/index.ts'
import { createRecognise, MODEL, type Rule, readRules } from '../../rule/index.ts'
import { count, object, type Shape, text, textsOf } from '../../schema/index.ts'
import type { Store } from '../../store/index.ts'

const Otherwise = object({ host: text(), stated: textsOf('The products that its source states.') })
/** The schema of what one rule would match. */
export const triedRule = object(
  {
    rule: text('Its family and name.'),
    product: text(),
    records: count('Number of records that it matches; of more than 100,000 the newest are compared.'),
    hosts: count('Number of hosts among them.'),
    otherwise: count('Number of records of which a source states other products only.'),
    examples: textsOf('Some of the hosts, newest first.'),
    disagreements: Type.Array(Otherwise, {
      description: 'Some of the records that a source calls otherwise.',
    }),
  },
  { title: 'TriedRule' },
)

/** What one rule would match. */
export type TriedRule = Shape<typeof triedRule>

/** What a trial needs. */
interface RuleTrialContext {
  readonly store: Pick<Store, 'scan'>
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** Tries rules, one JSON object per line. Fails with `input`. */
export type TryRules = (text: string, signal?: AbortSignal) => Promise<readonly TriedRule[]>

const MOST_RULES = 200
/** Of rules, comments and blanks; more are not read at all. */
const MOST_LINES = 2000
const MOST_RECORDS = 100_000
const MOST_LISTED = 20
const FIELDS = ['host', 'ip', 'product', 'evidence'].map(fieldNamed)

/** Opens trials over a store. */
export function createRuleTrial({ store, now }: RuleTrialContext): TryRules {
  return async (rulesText, signal) => {
    if (hasMoreLines(rulesText))
      throw new AppError('input', `a trial takes at most ${MOST_LINES} lines and ${MOST_RULES} rules`)
    const rules = readRules('own/trial', rulesText)
    if (rules.length === 0 || rules.length > MOST_RULES)
      throw new AppError('input', `a trial takes 1 to ${MOST_RULES} rules, not ${rules.length}`)
    createRecognise(rules)
    const tried: TriedRule[] = []
    for (const rule of rules) tried.push(await tryRule(store, rule, now(), signal))
    return tried
  }
}

function hasMoreLines(text: string): boolean {
  let at = -1
  for (let line = 1; line <= MOST_LINES; line++) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) return false
  }
  return at < text.length - 1
}

/** A rule is a query on single records, so the store finds what it matches. */
async function tryRule(
  store: RuleTrialContext['store'],
  rule: Rule,
  now: number,
  signal: AbortSignal | undefined,
): Promise<TriedRule> {
  const name = rule.product?.replace(MODEL, '').trim() ?? rule.os ?? ''
  const selection = { query: readQuery(rule.when), since: undefined, now, fields: FIELDS }
  const hosts = new Set<string>()
  const disagreements: TriedRule['disagreements'][number][] = []
  let records = 0
  let otherwise = 0
  for await (const { rows } of store.scan({ ...selection, ...(signal && { signal }) })) {
    for (const [host = '', ip = '', product = '', evidence = ''] of rows) {
      records++
      hosts.add(ip === '' ? host : ip)
      const stated = statedProducts(product, evidence)
      const differs =
        rule.product !== undefined && stated.length > 0 && !stated.some((one) => isSameProduct(one, name))
      if (!differs) continue
      otherwise++
      if (disagreements.length < MOST_LISTED) disagreements.push({ host, stated: [...stated] })
    }
    if (records >= MOST_RECORDS) break
  }
  const examples = [...hosts].slice(0, MOST_LISTED)
  return { rule: rule.id, product: name, records, hosts: hosts.size, otherwise, examples, disagreements }
}

/** What the source stated without a rule. */
function statedProducts(product: string, evidence: string): readonly string[] {
  if (evidence !== '') return readReasons(evidence).stated
  return product === '' ? [] : product.split(',')
}
