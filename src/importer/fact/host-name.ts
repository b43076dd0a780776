const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*\.)+[a-z][a-z0-9-]*$/i

/** Whether a text is a name with at least one dot and a last label that begins with a letter, so not an address. */
export function isHostName(text: string): boolean {
  return NAME.test(text)
}

/** The name that a client requested, without port and in lower case; clients may send anything, so other texts are undefined. */
export function requestedName(text: string | undefined): string | undefined {
  const name = text?.replace(/:\d{1,5}$/, '').replace(/\.$/, '')
  return name !== undefined && isHostName(name) ? name.toLowerCase() : undefined
}
