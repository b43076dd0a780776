// Recognises the products of stored records again when the rules in use have changed: those of the project by an upgrade, own ones at any
// time.
import type { Config } from '../../config/index.ts'
import { ruleMark } from '../../rule/index.ts'
import { type Derivations, deriveRules } from '../../service/derive/index.ts'
import type { State } from '../../state/index.ts'
import { rulesOf } from '../data/import-tools.ts'
import { recognisedRecords } from '../data/open-derivations.ts'

interface RuleWatch {
  readonly config: Config
  readonly state: State
  readonly derivations: Derivations
  readonly onError: (error: unknown) => void
}

/** How often own rules are looked at, in milliseconds. */
const OFTEN = 60_000

/** Compares the rules in use now and every minute, until `stack` is disposed. */
export async function startRuleWatch(
  { config, state, derivations, onError }: RuleWatch,
  stack: AsyncDisposableStack,
): Promise<void> {
  const rules = rulesOf(config)
  // Several servers of the same records may have other own rules: each acts once when its own ones change.
  let known: string | undefined
  const check = async (): Promise<void> => {
    const mark = rules && ruleMark(rules)
    if (mark === undefined || mark === known) return
    await deriveRules(recognisedRecords({ config, state }), mark, config['derive.rate'], derivations)
    known = mark
  }
  await check()
  const timer = setInterval(() => void check().catch(onError), OFTEN).unref()
  stack.defer(() => clearInterval(timer))
}
