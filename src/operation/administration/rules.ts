// Rules that recognise products, for administrators.
import { Type } from 'typebox'
import { triedRule } from '../../service/rule-trial/index.ts'
import { wrong } from '../input/index.ts'
import { operation } from '../operation.ts'
import { common, refusingInput } from './common.ts'

/** Tries rules over the stored records. */
export const adminTryRules = operation({
  ...common('adminTryRules', 'POST /rules/try', 'try rules'),
  summary: 'Try rules that recognise products over the stored records',
  description:
    'The body is one rule per line as docs/rules.md describes, at most 200. Nothing is stored: the answer says what each would match, and where a source states another product.',
  cancellable: true,
  body: 'bytes',
  longestBody: 4 * 1024 * 1024,
  input: {},
  output: { rules: Type.Array(triedRule) },
  run: async ({ services, signal, bytes }) => {
    if (bytes === undefined) throw wrong('send the rules as the body')
    const text = new TextDecoder().decode(bytes)
    return { rules: [...(await refusingInput(services.tryRules(text, signal)))] }
  },
})
