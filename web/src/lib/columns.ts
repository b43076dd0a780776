// The columns of the table of results, as chosen in this browser.

/** Every column that may be chosen: fields of the answer, in the order of display. */
export const COLUMNS = [
  'host',
  'ip',
  'port',
  'protocol',
  'status_code',
  'title',
  'server',
  'product',
  'country',
  'province',
  'city',
  'as_number',
  'as_organization',
  'domain',
  'base_protocol',
  'os',
  'cert.subject.cn',
  'firstseen',
  'lastupdatetime',
] as const

/** One of them. */
export type Column = (typeof COLUMNS)[number]

/** What is shown before anybody chooses. */
export const USUAL_COLUMNS: readonly Column[] = [
  'host',
  'ip',
  'port',
  'protocol',
  'title',
  'country',
  'as_organization',
  'lastupdatetime',
]

const NAME = 'periplus.columns'

/** The columns chosen in this browser. */
export function readColumns(): readonly Column[] {
  const kept = (localStorage.getItem(NAME) ?? '').split(',')
  const known = COLUMNS.filter((column) => kept.includes(column))
  return known.length === 0 ? USUAL_COLUMNS : known
}

/** Keeps a choice of columns. */
export function keepColumns(columns: readonly Column[]): void {
  localStorage.setItem(NAME, columns.join(','))
}
