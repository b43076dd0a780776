// A call with which each operation succeeds, or ends as `ends` says, by the name of the operation. The tests of who may call what make
// it through every door that has the operation. An operation without required parameters needs no sample.
import { USAGE_RULES } from '../../src/service/account/index.ts'
import type { SampleEnd } from './access.ts'

/** Ids and names that are known only when the server runs. */
export interface Made {
  readonly tags: string
  readonly export: string
  readonly import: string
  /** The id of that import's content, by which it is undone. */
  readonly run: string
  readonly undo: string
  readonly search: string
  readonly invitation: string
  readonly derivation: string
  /** The feed that is added, changed and removed. */
  readonly feed: string
}

/** One call. */
export interface OperationSample extends SampleEnd {
  /** Values of parameters by their names, also of those in the path. */
  readonly input?: Readonly<Record<string, unknown>>
  /** The body, where it is a file or not valid. */
  readonly file?: string
  /** The media type of the file. */
  readonly type?: string
}

/** The password of accounts that sign in. */
export const PASSWORD = 'correct horse battery'

/** A list of addresses as a form. */
export const ADDRESS_FORM: OperationSample = {
  type: 'multipart/form-data; boundary=b',
  file: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n192.0.2.1\r\n--b--\r\n',
}

const search = { query: 'title="login"', full: true }
const www = { input: { host: 'www.example.com' } }
const address = { input: { ip: '192.0.2.1' } }
const account = 'victim@example.com'
const victim = { input: { account } }
const ownList = { input: { name: 'mine' } }
const ranges = '192.0.2.1\n'
const scan = '{"host":"a.example.com","ip":"192.0.2.9","port":80,"protocol":"http"}\n{"host": "c"\n'
const page = `${JSON.stringify({ url: 'https://new.example.com', port: '443', title: 'new', webserver: 'nginx', status_code: 200 })}\n`
const noFile = { ends: 'file', input: { filename: '1-00000000000000000000000000000000.csv' } }
const proved = { input: { password: PASSWORD } }
const noLink = { ends: 'link', input: { token: 'x'.repeat(43), password: PASSWORD } }

const params = (text: string): string => `[-4] Params Error: ${text}`
const NO_KEY = params('the account has no key with number 999')
const NO_SEARCH = params('this saved search does not exist')
const NO_OPENID = params('this server has no OpenID provider; set openid.issuer')
const NO_CREDENTIAL = params('the answer of the authenticator is not the JSON form of a credential')

const samples = (made: Made): Readonly<Record<string, OperationSample>> => ({
  searchAll: { input: search },
  searchNext: { input: search },
  searchStats: { input: search },
  explain: { input: search },
  host: www,
  provenance: www,
  pivots: www,
  findIcon: { file: 'icon' },
  vulnerabilities: www,
  screenshot: {
    input: { sha256: '0'.repeat(64) },
    ends: '404 Not Found: no screenshot of this name is kept',
  },
  translate: { input: { query: search.query } },
  keepList: { ...ownList, file: ranges },
  showList: ownList,
  removeList: ownList,
  saveSearch: { input: { name: 'Team/mine', ...search } },
  shareSearch: { owned: NO_SEARCH, input: { id: made.search, shared: true } },
  shareFolder: {
    input: { folder: 'None', shared: true },
    ends: params('this saved search folder does not exist'),
  },
  deleteSavedSearch: { owned: NO_SEARCH, input: { id: made.search } },
  export: { input: { ...search, fields: 'host', format: 'csv', bom: false } },
  exportInfo: { owned: 'task', input: { id: made.export } },
  downloadExport: noFile,
  submitIpTags: ADDRESS_FORM,
  ipTagsInfo: { owned: 'task', input: { task_id: made.tags } },
  downloadIpTags: noFile,
  ipTagsLookup: address,
  hostTags: address,
  import: { file: scan, input: { name: 'a.ndjson' } },
  receiveAssets: { file: page },
  appendAssets: { file: page, input: { id: 'a'.repeat(20) } },
  receiveFindings: { file: page },
  appendFindings: { file: page, input: { id: 'b'.repeat(20) } },
  importInfo: { input: { id: made.import } },
  importRejects: { input: { id: made.import } },
  revokeKey: { ends: NO_KEY, input: { id: '999' } },
  adminCreateAccount: { input: { account: 'new@example.com' } },
  adminAccount: victim,
  adminChangeAccount: { input: { account, level: 'enterprise', disabled: true } },
  adminRotateKey: victim,
  adminKeys: victim,
  adminRevokeKey: { ends: NO_KEY, input: { account, id: '999' } },
  adminPasswordLink: victim,
  adminMoveCoins: { input: { account, action: 'grant', amount: 7 } },
  adminLedger: victim,
  adminWithdrawInvitation: { input: { invitation: made.invitation } },
  adminImport: { input: { id: made.run } },
  // Undoing succeeds in test/integration/import-api.test.ts; here nothing may go on behind the following calls.
  adminUndoImport: {
    ends: params('unknown import `zz`; `periplus imports` lists them'),
    input: { id: 'zz' },
  },
  adminUndo: { input: { id: made.undo } },
  adminStopUndo: { ends: params('the undo has ended already'), input: { id: made.undo } },
  adminCancelDerivation: { input: { derivation: made.derivation } },
  adminExclude: { input: { rules: 'excluded.example' } },
  adminRemoveExclusion: { ends: params('no exclusion has the number `999`'), input: { id: '999' } },
  adminTryRules: { file: '{"product":"Falcon","when":"body=\\"falcon-app\\""}\n' },
  showFeed: { input: { name: 'kept' } },
  addFeed: { input: { name: made.feed, tags: 'list:mine' }, file: ranges },
  updateFeed: { input: { name: made.feed }, file: ranges },
  pinFeed: { input: { name: made.feed } },
  removeFeed: { input: { name: made.feed } },
  signIn: { ends: 'login', input: { email: account, password: 'a wrong password' } },
  openSession: noLink,
  passkeySignIn: { ends: NO_CREDENTIAL, input: { credential: '{}' } },
  beginOpenId: { ends: NO_OPENID },
  openIdSignIn: { ends: NO_OPENID, input: { query: '', ticket: '' } },
  inspectPasswordLink: noLink,
  usePasswordLink: noLink,
  register: {
    ends: 'closed',
    input: { email: 'new@example.com', password: PASSWORD, rules: USAGE_RULES.version },
  },
  revealKeys: proved,
  createKey: { input: { password: PASSWORD, name: 'mine' } },
  rotateKey: { input: { password: PASSWORD, id: '0' } },
  setDialect: { input: { dialect: 'live' } },
  beginSecondFactor: proved,
  confirmSecondFactor: {
    ends: params('the code is wrong; check the clock of the device'),
    input: { code: 'abc' },
  },
  removeSecondFactor: proved,
  beginPasskey: proved,
  addPasskey: { ends: NO_CREDENTIAL, input: { name: 'phone', credential: '{}' } },
  removePasskey: { input: { id: '1' } },
  endOwnSession: { input: { id: '0123456789abcdef' } },
  acceptRules: { input: { version: USAGE_RULES.version } },
  changePassword: { input: { current: PASSWORD, password: PASSWORD } },
  browse: { input: { ...search, page: 1, size: 10 } },
  facets: { input: { ...search, fields: ['country'] } },
  crossTable: { input: { ...search, rows: 'country', columns: 'port' } },
  lookAlikes: { input: { ...search, hashes: '1' } },
  report: { input: search },
  timeline: { input: search },
  hostPage: { input: { name: 'www.example.com' } },
  record: { input: { host: 'www.example.com:443', base_protocol: 'tcp', fields: ['title'] } },
  values: { input: { field: 'country', prefix: '' } },
  icon: {
    ends: '404 Not Found: there is no such address; /docs lists what there is',
    input: { hash: '1' },
  },
  submitTagging: ADDRESS_FORM,
  taggingTask: { owned: 'task', input: { id: made.tags } },
  taggingRows: { owned: 'task', input: { id: made.tags } },
  taggingEntry: { owned: 'task', input: { id: made.tags, line: '1' } },
  cancelImport: { ends: 'ended', input: { id: made.import } },
  rejectsPage: { input: { id: made.import } },
})

/** The names of operations with a sample. */
export const SAMPLED: readonly string[] = Object.keys(samples({} as Made))

/** The sample of an operation. */
export function sampleOf(operation: string, made: Made): OperationSample {
  return samples(made)[operation] ?? {}
}

/** The path of a route with values in it, and the values that are left. */
export function fillPath(
  pattern: string,
  input: Readonly<Record<string, unknown>> = {},
): readonly [path: string, rest: Readonly<Record<string, unknown>>] {
  const inPath = new Set([...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => String(input[name] ?? ''))
  return [path, Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)))]
}
