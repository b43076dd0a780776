// Conditions on all records of an address. They are written like fields, but no column stores them.
import type { Kind } from '../asset/index.ts'
import type { BaseOperator } from './catalogue.ts'

/** One such condition. */
export interface AddressCondition {
  readonly name: string
  readonly kind: Kind
  readonly operators: readonly BaseOperator[]
  /** An example query that uses it, without its name. */
  readonly example: string
  readonly help: string
}

const EQUAL: readonly BaseOperator[] = ['=', '==']

function row(kind: Kind, name: string, example: string, help: string, operators = EQUAL): AddressCondition {
  return { name, kind, operators, example, help }
}

/** All address conditions. */
export const ADDRESS_CONDITIONS: readonly AddressCondition[] = [
  row('number', 'port_size', '="6"', 'number of different ports seen at the address', [
    ...EQUAL,
    ...(['>', '>=', '<', '<='] as const),
  ]),
  row('number', 'port_size_gt', '="6"', 'more than so many different ports were seen at the address'),
  row('number', 'port_size_lt', '="6"', 'fewer than so many different ports were seen at the address'),
  row('number', 'ip_ports', '="80,161"', 'all of these ports were seen at the address'),
  row(
    'time',
    'ip_after',
    '="2026-01-01"',
    'the address was last seen at or after the start of the given time',
  ),
  row('time', 'ip_before', '="2026-06"', 'the address was last seen before the start of the given time'),
]
