/** Whether this browser offers passkeys here: it needs a secure connection or `localhost`, and a name instead of an address. */
export function hasPasskeys(): boolean {
  const isName = !/^[\d.]+$|^\[/.test(location.hostname)
  return (
    isName &&
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}
