/** How a server speaks to whoever started it. */
export interface Announcer {
  /** Writes a text; one that begins with a carriage return takes the place of the line before. */
  readonly say: (text: string) => void
  /** Whether a person watches what is said. */
  readonly terminal: boolean
}

const PREFIX = 'periplus: '

/** Speaks on standard output. */
export function announceOn(out: NodeJS.WriteStream): Announcer {
  return {
    say: (text) => {
      const again = text.startsWith('\r')
      out.write(again ? `\r${PREFIX}${text.slice(1)}\u001b[K` : `${PREFIX}${text}`)
    },
    terminal: out.isTTY === true,
  }
}
