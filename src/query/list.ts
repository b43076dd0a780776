// Lists of values: `port="21,22,80"`.
import type { Field } from '../field/index.ts'
import { listNumber } from './prepared-list.ts'
import { shown } from './problem.ts'
import type { SingleTest, Test } from './tree.ts'
import type { ReadValue } from './typed-value.ts'

/** Reads a value that may be a list: values separated by commas, any of which may match. */
export function readList(value: string, field: Field, read: (element: string) => ReadValue): ReadValue {
  if (!value.includes(',')) return separated(value, read) ?? read(value)
  // `Korea, Republic of` is one country.
  const whole = field.name === 'country' ? read(value) : undefined
  if (whole !== undefined && 'test' in whole) return whole
  const tests: SingleTest[] = []
  const stored: Test[] = []
  for (const element of value.split(',').map((part) => part.trim())) {
    const one = element === '' ? emptyElement(value) : read(element)
    if ('problem' in one) return one
    const several = one.test.op === 'any' ? one.test.tests : [one.test as SingleTest]
    if (listNumber(several) === undefined) tests.push(...several)
    else stored.push(one.test)
  }
  const [first, ...more] = tests.length === 0 ? stored : [{ op: 'any', tests } as const, ...stored]
  return { test: first ?? { op: 'any', tests }, more }
}

// `port="80;443"`, as other programs separate the elements of a list.
function separated(value: string, read: (element: string) => ReadValue): ReadValue | undefined {
  const parts = value.split(/[\s;|/、，]+/)
  const one = parts.length > 1 ? read(value) : undefined
  if (one === undefined || !('problem' in one) || one.problem.suggestion !== undefined) return undefined
  if (parts.some((part) => part === '' || 'problem' in read(part))) return undefined
  return { problem: { ...one.problem, suggestion: parts.join(',') } }
}

function emptyElement(value: string): ReadValue {
  return {
    problem: {
      found: `the list ${shown(value)} has an empty element`,
      expected: 'a value before and after every comma',
    },
  }
}
