// A real OpenID provider on loopback, which signs everybody in as the person that the test names.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A person at the provider. */
export interface Person {
  readonly subject: string
  readonly email?: string
  readonly email_verified?: boolean
}

/** A provider that runs. */
export interface RunningProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who signs in next. */
  person: Person
  readonly close: () => Promise<void>
}

const CLIENT = { id: 'periplus', secret: 'a secret of the client at the provider' }

/** Starts a provider; at its first request it asks to which address it may send browsers back. */
export async function startProvider(redirect: () => string): Promise<RunningProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const running: RunningProvider = {
    ...{ issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, person: { subject: 'nobody' } },
    close: () => closed(server),
  }
  const made = (): Provider => providerOf(running, redirect())
  let provider: Provider | undefined
  server.on('request', (request, response) => {
    provider ??= made()
    if (request.url?.startsWith('/interaction/') !== true) return provider.callback()(request, response)
    void finish(provider, running.person, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  return running
}

function providerOf(running: RunningProvider, redirect: string): Provider {
  return new Provider(running.issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirect],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of the cookies'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...running.person }),
    }),
  })
}

/** Signs the person in and agrees to what is asked for. */
async function finish(
  provider: Provider,
  { subject }: Person,
  request: Parameters<Provider['interactionDetails']>[0],
  response: Parameters<Provider['interactionDetails']>[1],
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: subject, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  const grantId = await grant.save()
  const result = { login: { accountId: subject, remember: false }, consent: { grantId } }
  await provider.interactionFinished(request, response, result)
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
