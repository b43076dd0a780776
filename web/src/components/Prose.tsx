/** A sentence whose parts in backticks are code. */
export function Prose({ text }: { readonly text: string }) {
  return [...text.matchAll(/`([^`]*)`|[^`]+|`/g)].map(({ 0: piece, 1: code, index }) =>
    code === undefined ? piece : <code key={index}>{code}</code>,
  )
}
