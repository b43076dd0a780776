// Every route of the table of operations under random calls, in this process and over a store in memory.
import { OPERATOR, Passwords } from '../../src/service/account/index.ts'
import { testApi } from '../../test/support/api.ts'
import { asset } from '../../test/support/asset.ts'
import {
  FUZZ_PASSWORD,
  FUZZ_ROUTES,
  type FuzzCaller,
  type FuzzRoute,
  fuzzCaller,
  randomCall,
} from '../../test/support/random-call.ts'
import { randomOf } from './damage.ts'
import { type Found, fuzz } from './fuzz-run.ts'

/** Which routes are called: those whose name holds a text, and come after another one. */
interface RouteChoice {
  readonly reader: string
  readonly after: string
}

/** Calls each route so many times; yields what was found of each. */
export async function* fuzzRoutes(
  each: number,
  seed: number,
  { reader, after }: RouteChoice,
): AsyncGenerator<Found> {
  const begin = FUZZ_ROUTES.findIndex(({ name }) => name === after) + 1
  const account = { level: 'enterprise', role: 'administrator' } as const
  const api = await testApi({
    records: [asset({ title: 'login' })],
    accounts: { a: { ...account, password: FUZZ_PASSWORD } },
    settings: { 'level.enterprise.rate': '0' },
    passwords: new Passwords({ memory: 64, passes: 1, parallelism: 1 }),
  })
  try {
    for (const route of FUZZ_ROUTES.slice(begin).filter(({ name }) => name.includes(reader))) {
      const caller = { current: await signedIn() }
      // Loads what is loaded when it is first needed.
      await api.app.inject(randomCall(route, randomOf(seed), caller.current))
      yield await fuzz(`route ${route.name}`, each, seed, async (random) => {
        const { statusCode, payload } = await api.app.inject(randomCall(route, random, caller.current))
        if (statusCode === 500) throw new Error(payload)
        if (statusCode === 401) caller.current = await again(route, caller.current)
      })
    }
  } finally {
    await api.close()
  }
  // Calls of earlier routes may have changed the account, its password included.
  async function signedIn(): Promise<FuzzCaller> {
    const { id } = await api.accounts.showAccount(api.credentials['a']?.email ?? '')
    await api.accounts.changeAccount(OPERATOR, id, { ...account, disabled: false })
    await api.accounts.setPassword(OPERATOR, id, FUZZ_PASSWORD)
    await api.accounts.removeSecondFactor(OPERATOR, id)
    return fuzzCaller(api, 'a')
  }
  // Calls may end the session that makes them.
  async function again({ isPage }: FuzzRoute, before: FuzzCaller): Promise<FuzzCaller> {
    return isPage ? signedIn().catch(() => before) : before
  }
}
