import { isBaseUrl, isHostName, isNetwork } from './check.ts'
import { bytes, choice, duration, integer, list, text } from './kind.ts'
import { setting } from './setting.ts'

const MIB = 1024 ** 2
const SECOND = 1000

/** Where the server listens, under which names, and what its callers may use. */
export const HTTP_SETTINGS = {
  'http.host': setting(
    text((value) => /^[\w.:-]+$/.test(value), 'an address or name to listen on'),
    '127.0.0.1',
    'address to listen on',
  ),
  'http.port': setting(integer({ min: 0, max: 65_535 }), 8420, 'port to listen on; 0 takes any free one'),
  'http.baseUrl': setting(
    text(isBaseUrl, 'an address `http://…` or `https://…` without query and final slash, or empty'),
    '',
    'public address of the server, used in addresses that it sends out; empty uses the address of each request',
  ),
  'http.hosts': setting(
    list(isHostName, 'comma-separated host names'),
    Object.freeze([]) as readonly string[],
    'further names under which browsers may open the page; the name of `http.baseUrl`, `localhost` and addresses always work',
  ),
  'http.trustProxy': setting(
    list(isNetwork, 'comma-separated addresses or CIDRs'),
    Object.freeze([]) as readonly string[],
    'proxies whose forwarded headers are trusted',
  ),
  'http.errorStatus': setting(
    choice('body', 'standard'),
    'body',
    'status of documented failures: `body` answers 200 with the error in the body, `standard` answers 400 to 422',
  ),
  'http.bodyLimit': setting(bytes({ min: 1024, max: 64 * MIB }), MIB, 'longest urlencoded body of a request'),
  'http.connections': setting(
    integer({ min: 1, max: 100_000 }),
    2048,
    'open connections at the same time; further ones are closed. A request without credentials uses at most 64 KiB of memory',
  ),
  'http.connectionsPerAddress': setting(
    integer({ min: 1, max: 100_000 }),
    512,
    'open connections of one address (IPv6: one /64 network) at the same time; proxies of `http.trustProxy` may open more',
  ),
  'http.bodyMemory': setting(
    bytes({ min: 4 * MIB, max: 1024 ** 4 }),
    256 * MIB,
    'memory for the bodies of all requests in flight; further ones are answered 503. Further bodies of a caller use at most an eighth',
  ),
  'http.answerLimit': setting(bytes({ min: 1024, max: 2048 * MIB }), 256 * MIB, 'longest answer of a search'),
  'http.answerMemory': setting(
    bytes({ min: MIB, max: 1024 ** 4 }),
    1024 * MIB,
    'memory for all answers that are being sent; when it is used up, answers to the account that holds the most are cut, or further ones are answered 503',
  ),
  'http.requestTimeout': setting(
    duration({ min: SECOND, max: 3600 * SECOND }),
    60 * SECOND,
    'longest time to receive a request',
  ),
  'http.graceTime': setting(
    duration({ min: 0, max: 3600 * SECOND }),
    10 * SECOND,
    'longest time for running requests to finish at shutdown',
  ),
  'http.metrics': setting(
    choice('loopback', 'everyone', 'off'),
    'loopback',
    'who may read `/metrics`: callers on the same machine, everyone, or nobody',
  ),
}
