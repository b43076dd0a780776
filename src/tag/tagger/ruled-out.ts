// By which source questions of an entry are answered with no.
import type { RuledOut } from '../entry.ts'
import { type Answers, completeSource, QUESTIONS } from '../source/index.ts'
import type { Claim } from './claim.ts'
import type { Subject } from './subject.ts'

/** The source of every no: the administrator's list that forbids the tag, else the complete list that does not name the address. */
export function ruledOutBy(
  answers: Answers,
  { address, context }: Subject,
  claims: readonly Claim[],
): RuledOut {
  const forbidding = (namespace: string) =>
    claims.find(({ tag, basis, confidence }) => tag === namespace && basis === 'override' && confidence === 0)
  const closed = QUESTIONS.filter(([, , answer]) => answer(answers) === false)
  return Object.fromEntries(
    closed.flatMap(([question, namespace]) => {
      const source =
        forbidding(namespace)?.source ?? completeSource(namespace, address.version, context)?.name
      return source === undefined ? [] : [[question, source]]
    }),
  )
}
