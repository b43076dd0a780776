// Passkeys of this browser, for the server: its options go in, the JSON form of the credential comes out.
import type { QueryClient } from '@tanstack/react-query'
import type { BeginPasskeyAnswer, BeginPasskeySignInAnswer, SessionAnswer } from './answer-types.ts'
import { CallError, call } from './api.ts'
import { startSession } from './session.ts'

/** Creates a passkey and stores it under a name; `failed` is the sentence when the browser made none. */
export async function addPasskey(
  proof: { readonly password: string; readonly code: string },
  name: string,
  failed: string,
): Promise<void> {
  const { options } = await call<BeginPasskeyAnswer>('POST', 'account/passkeys', proof)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = await asked(navigator.credentials.create({ publicKey }), failed)
  await call('PUT', 'account/passkeys', { name, credential })
}

/** Signs in with a passkey; `failed` is the sentence when the browser gave none. */
export async function signInByPasskey(client: QueryClient, failed: string): Promise<void> {
  const { options } = await call<BeginPasskeySignInAnswer>('POST', 'session/passkey/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = await asked(navigator.credentials.get({ publicKey }), failed)
  startSession(client, await call<SessionAnswer>('POST', 'session/passkey', { credential }))
}

/** What the browser gave, as text. It does not tell a cancelled dialog from a missing passkey, so that pages cannot find out. */
async function asked(credential: Promise<Credential | null>, failed: string): Promise<string> {
  const given = await credential.catch(() => null)
  if (given instanceof PublicKeyCredential) return JSON.stringify(given.toJSON())
  throw new CallError('refused', 0, failed)
}
