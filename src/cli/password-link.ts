/**
 * The address under which a one-time token sets a password, from the server's own address on. The token is no part of what
 * browsers send to servers and their logs.
 */
export function passwordPath(token: string): string {
  return `/password#${token}`
}
