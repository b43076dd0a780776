/** How a server prints messages for the user who started it. */
export interface Announcer {
  /** Writes a text; one that starts with a carriage return replaces the previous line. */
  readonly say: (text: string) => void
  /** Whether the output is a terminal. */
  readonly terminal: boolean
}

const PREFIX = 'periplus: '

/** Prints on standard output. */
export function announceOn(out: NodeJS.WriteStream): Announcer {
  return {
    say: (text) => {
      const again = text.startsWith('\r')
      out.write(again ? `\r${PREFIX}${text.slice(1)}\u001b[K` : `${PREFIX}${text}`)
    },
    terminal: out.isTTY === true,
  }
}
