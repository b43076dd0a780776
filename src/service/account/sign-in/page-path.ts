// Addresses in the page that one-time tokens are given out in, from the server's own address on. A token stands behind `#`: that
// part browsers send to no server, so it is in nobody's log.

/** Where a one-time token sets a password. */
export function passwordPath(token: string): string {
  return `/password#${token}`
}

/** Where the token of an invitation registers an account. */
export function registrationPath(token: string): string {
  return `/register#${token}`
}
