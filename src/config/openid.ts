import { isHostName, isIssuer } from './check.ts'
import { choice, list, text } from './kind.ts'
import { setting } from './setting.ts'

/** Signing in by an OpenID provider. */
export const OPENID_SETTINGS = {
  'openid.issuer': setting(
    text(isIssuer, 'an address `https://…` (`http://…` only on this machine), or empty'),
    '',
    'OpenID provider by which people sign in to the page; its redirect address is `/sign-in/openid` below `http.baseUrl`; empty offers none',
  ),
  'openid.clientId': setting(
    text(() => true, 'a text'),
    '',
    'name of this server at the provider',
  ),
  'openid.clientSecret': setting(
    text(() => true, 'a text'),
    '',
    'secret of this server at the provider; empty for a public client',
    { secret: true },
  ),
  'openid.name': setting(
    text((value) => value.length <= 40, 'at most 40 characters'),
    '',
    'name of the provider on the page; empty shows its host name',
  ),
  'openid.domains': setting(
    list(isHostName, 'comma-separated host names'),
    Object.freeze([]) as readonly string[],
    'domains of the e-mails that may sign in by the provider; empty allows all',
  ),
  'openid.newAccounts': setting(
    choice('none', 'free', 'member', 'enterprise'),
    'none',
    'level of the accounts that first sign-ins create; `none` creates no accounts',
  ),
} as const
