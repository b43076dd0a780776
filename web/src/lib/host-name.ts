/** The name under which the page of a host is found: the host of a record without scheme and port, else its address. */
export function hostNameOf(host: string, ip: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(host) ? host : `http://${host}`
  const name = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : ''
  return /^[\p{L}\p{N}._:-]+$/u.test(name) ? name : ip
}
