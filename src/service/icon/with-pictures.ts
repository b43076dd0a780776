// Adds the pictures of sites in the field `icon` to a store: a record contains the hash of its icon, the picture is a file.
import { Buffer } from 'node:buffer'
import type { Field } from '../../field/index.ts'
import type { ResultPage, Store } from '../../store/index.ts'
import type { Icons } from './icons.ts'

/** Wraps a store; in its pages the field `icon` contains the picture in base64, or is empty if no import brought it. */
export function withPictures(store: Store, icons: Icons): Store {
  const fill = async <Page extends ResultPage>(page: Page, fields: readonly Field[]): Promise<Page> =>
    fields.some(isPicture) ? { ...page, rows: await picturesIn(page.rows, fields, icons) } : page
  return {
    ...store,
    page: async (request) => fill(await store.page(request), request.fields),
    follow: async (request) => fill(await store.follow(request), request.fields),
    async *scan(request) {
      for await (const page of store.scan(request)) yield await fill(page, request.fields)
    },
  }
}

function isPicture({ name }: Field): boolean {
  return name === 'icon'
}

type Rows = ResultPage['rows']

async function picturesIn(rows: Rows, fields: readonly Field[], icons: Icons): Promise<Rows> {
  const indexes = fields.flatMap((field, index) => (isPicture(field) ? [index] : []))
  const hashes = new Set(rows.flatMap((row) => indexes.map((index) => row[index] ?? '')))
  const pictures = new Map<string, string>()
  for (const hash of hashes) pictures.set(hash, await pictureOf(hash, icons))
  return rows.map((row) =>
    row.map((value, index) => (indexes.includes(index) ? (pictures.get(value) ?? '') : value)),
  )
}

async function pictureOf(hash: string, icons: Icons): Promise<string> {
  const icon = hash === '' ? undefined : await icons.read(hash)
  return icon === undefined ? '' : Buffer.from(icon.bytes).toString('base64')
}
