// Where in a document addresses were read, for whoever looks whether they are those of the list.

const MOST_SHOWN = 8

/** Names as a sentence shows them. */
export const shownNames = (names: ReadonlySet<string>): string =>
  [...names]
    .slice(0, MOST_SHOWN)
    .map((name) => `\`${name}\``)
    .join(', ')

/** Says from which paths of a document addresses were read, and from which most. */
export function describePaths(taken: ReadonlyMap<string, number>): string {
  const sorted = [...taken].toSorted((one, other) => other[1] - one[1])
  const shown = sorted.slice(0, MOST_SHOWN).map(([path, count]) => `\`${path}\` (${count})`)
  const more = sorted.length > MOST_SHOWN ? ` and ${sorted.length - MOST_SHOWN} more` : ''
  return `addresses are read from ${shown.join(', ')}${more}; --column overrules`
}
