// Results that scanners send while they run, at the addresses and in the form of projectdiscovery's cloud: `httpx -dashboard` and
// the same option of other tools send JSON lines, first as a new asset or scan, then as further parts of it.
import type { ReceivedPart } from '../../service/receiver/index.ts'
import { optionalText, verbatim } from '../input/index.ts'
import { type Call, operation } from '../operation.ts'
import { text } from '../../schema/index.ts'

const common = {
  group: 'operation',
  access: 'administrator',
  denied: 'may import',
  scope: 'import',
  body: 'stream',
  limited: true,
  cancellable: true,
  realStatus: true,
  changes: 'records',
} as const

const name = { name: optionalText('What the user calls the scan, for the list of imports.') }
const id = { id: verbatim('The id that the first part was answered with.') }
const DESCRIPTION =
  'For administrators. The body is JSON lines of the tool; its records are searchable when the call is answered, and all parts are one import. Takes the key in `X-Api-Key`.'

const asset = {
  asset_id: text('Names the scan in calls that append to it.'),
  message: text('What was imported.'),
  upload_status: text('`success`.'),
}
const scan = { id: text('Names the scan in calls that append to it.'), message: text('What was imported.') }

async function receive(
  { services, caller, stream, signal }: Call,
  part: { readonly id?: string; readonly name?: string | undefined },
): Promise<ReceivedPart> {
  return services.receiver.receive(caller, { id: part.id, name: part.name }, stream, signal)
}

const messageOf = ({ observations, rejects }: ReceivedPart): string =>
  `${observations} observations imported, ${rejects} lines rejected`

const assetOf = (part: ReceivedPart) => ({
  asset_id: part.id,
  message: messageOf(part),
  upload_status: 'success',
})
const scanOf = (part: ReceivedPart) => ({ id: part.id, message: messageOf(part) })

/** The first results of httpx, naabu, tlsx and others. */
export const receiveAssets = operation({
  ...common,
  name: 'receiveAssets',
  summary: 'First results of a scan, while it runs',
  description: DESCRIPTION,
  http: 'POST /v1/assets',
  input: name,
  output: asset,
  run: async (call, asked) => assetOf(await receive(call, asked)),
})

/** Further results. */
export const appendAssets = operation({
  ...common,
  name: 'appendAssets',
  summary: 'Further results of a scan',
  description: DESCRIPTION,
  http: 'PATCH /v1/assets/:id/contents',
  input: { ...id, ...name },
  output: asset,
  run: async (call, asked) => assetOf(await receive(call, asked)),
})

/** The first findings of nuclei. */
export const receiveFindings = operation({
  ...common,
  name: 'receiveFindings',
  summary: 'First findings of a scan, while it runs',
  description: DESCRIPTION,
  http: 'POST /v1/scans/import',
  input: name,
  output: scan,
  run: async (call, asked) => scanOf(await receive(call, asked)),
})

/** Further findings. */
export const appendFindings = operation({
  ...common,
  name: 'appendFindings',
  summary: 'Further findings of a scan',
  description: DESCRIPTION,
  http: 'PATCH /v1/scans/:id/import',
  input: { ...id, ...name },
  output: scan,
  run: async (call, asked) => scanOf(await receive(call, asked)),
})
