// A distinguished name: the subject or the issuer of a certificate.
import { children, type Element, readOid, readString } from './der.ts'
import { NAME_PARTS } from './oid.ts'

/** One part of a name: its label (an object identifier if it has no name) and its text. */
interface NamePart {
  readonly label: string
  readonly value: string
}

/** A name in the order of the certificate. */
export type Name = readonly NamePart[]

/** Reads a Name; broken parts are omitted. */
export function readName(element: Element | undefined): Name {
  const parts: NamePart[] = []
  for (const set of children(element)) {
    for (const attribute of children(set)) {
      const [type, value] = children(attribute)
      const oid = readOid(type)
      if (oid !== '' && value !== undefined)
        parts.push({ label: NAME_PARTS.get(oid) ?? oid, value: readString(value) })
    }
  }
  return parts
}

/** The first value with this label; `''` if none. */
export function partOf(name: Name, label: string): string {
  return name.find((part) => part.label === label)?.value ?? ''
}
