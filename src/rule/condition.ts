// The conditions that a rule may have: tests of the texts and small values of one record, combined with and, or and not.
import type { Column } from '../asset/index.ts'
import { AppError } from '../error/index.ts'
import type { ResolvedNode, Test } from '../query/index.ts'

type Op = Test['op']

const OPERATORS: ReadonlySet<Op> = new Set<Op>([
  ...(['contains', 'equals', 'equalsIgnoringCase', 'matches', 'wildcard', 'empty', 'any'] as const),
  ...(['number', 'compare', 'boolean'] as const),
])

/** What follows from rules, depends on today or says where a service is and not what it is. */
const NOT_ASKED: ReadonlySet<Column> = new Set<Column>([
  ...(['product', 'product_version', 'category', 'structinfo', 'cpe', 'os', 'evidence'] as const),
  ...(['ip', 'firstseen', 'lastupdatetime', 'cert_not_before', 'cert_not_after'] as const),
])

/** Fails with `input` where a condition asks what a rule cannot know. */
export function checkCondition(node: ResolvedNode): void {
  switch (node.kind) {
    case 'and':
    case 'or':
      for (const child of node.children) checkCondition(child)
      return
    case 'not':
      checkCondition(node.child)
      return
    case 'word':
      throw new AppError(
        'input',
        `a rule needs the field of \`${node.word}\`: write \`body="…"\` or \`title="…"\``,
      )
    case 'host':
      throw new AppError('input', 'a rule sees one record and cannot ask about the whole address')
    case 'constant':
      throw new AppError('input', 'the condition of a rule must depend on the record')
    case 'test':
      checkTest(node)
  }
}

function checkTest({ field, test }: Extract<ResolvedNode, { kind: 'test' }>): void {
  if (field.of !== 'record' || NOT_ASKED.has(field.column))
    throw new AppError('input', `a rule cannot ask \`${field.name}\``)
  const tests = test.op === 'any' ? test.tests : [test]
  const refused = tests.find(({ op }) => !OPERATORS.has(op))
  if (refused !== undefined)
    throw new AppError('input', `a rule cannot compare \`${field.name}\` in this way`)
}
