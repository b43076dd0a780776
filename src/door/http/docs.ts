// Generates docs/http-api.md from the table of operations and the OpenAPI description.
import { OPERATIONS, type Operation } from '../../operation/index.ts'
import { USAGE_RULES } from '../../service/account/index.ts'
import { type ApiOperation, type ApiValue, readOperations } from '../../util/index.ts'
import { openApi } from './openapi.ts'

/** The whole page. */
export function apiPage(): string {
  const description = openApi('') as unknown as Parameters<typeof readOperations>[0]
  return `${HEAD}\n${permissions()}\n${readOperations(description).map(section).join('\n')}`
}

const WHO = { public: 'everybody', account: 'every account', administrator: 'administrators' } as const
const COSTS = {
  nothing: '',
  search: 'the price of a search',
  export: 'one price per 10000 rows',
  line: 'lines of the day',
} as const

function permissions(): string {
  const row = ({ http, access, cost = 'nothing' }: Operation): string =>
    `| \`${String(http)
      .replace('|', '`, `')
      .replaceAll(/:(\w+)/g, '{$1}')}\` | ${WHO[access]} | ${COSTS[cost]} |`
  const rows = OPERATIONS.filter(({ http }) => http !== undefined).map(row)
  return `## Who may call what\n\n| Call | Who | Cost |\n|---|---|---|\n${rows.join('\n')}\n`
}

function section({ path, methods, summary, description, parameters, answer }: ApiOperation): string {
  return [
    `## ${summary}\n\n\`${methods.join('`, `')} ${path}\`\n`,
    description === '' ? '' : `${description}\n`,
    parameterTable(parameters),
    answerTable(answer),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

function parameterTable(parameters: readonly ApiValue[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, required, type, standard, description }) => {
    const usual = standard === '' ? '' : `\`${standard}\``
    return `| \`${name}\`${required ? ' (required)' : ''} | ${type} | ${usual} | ${cell(description)} |`
  })
  return `| Parameter | Type | Default | Meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

function answerTable(answer: readonly ApiValue[]): string {
  if (answer.length === 0) return ''
  const rows = answer.map(({ name, type, description }) => `| \`${name}\` | ${type} | ${cell(description)} |`)
  return `| Key | Type | Meaning |\n|---|---|---|\n${rows.join('\n')}\n`
}

const HEAD = `# HTTP API

The address is that of the server, \`http://127.0.0.1:8420\` unless set otherwise. A running server shows the same at \`/docs\`,
with forms to try each call, and its description for programs (OpenAPI 3.1) at \`/openapi.json\`.

\`\`\`
curl -G http://127.0.0.1:8420/api/v1/search/all \\
  -d email=ada@example.com -d key=0123456789abcdef0123456789abcdef \\
  --data-urlencode qbase64="$(printf 'title="login" && country="DE"' | base64 -w0)" \\
  -d fields=host,ip,title -d size=10
\`\`\`

- Every call carries \`email\` and \`key\`. Parameters come from the query string or from an urlencoded body, with \`GET\` and
  \`POST\`. The query string wins over the body, and of a name given twice the first counts. Unknown parameters are ignored,
  empty ones count as not given. A request line may have 64 KiB; longer queries go into a body of up to 1 MiB (a setting).
  A body beyond 64 KiB is read after the credentials are checked, so they are in the query string or in the first 64 KiB of the form.
- The key alone may also travel in a header: \`Authorization: Bearer KEY\`, or \`X-Api-Key: KEY\` as scanners send it.
- \`qbase64\` is the query text in UTF-8 as base64: standard or URL-safe alphabet, with padding or without, escaped or not.
  [query-language.md](query-language.md) has the language.
- Answers are JSON in UTF-8, compressed with gzip or br where the caller takes it. \`X-Request-Id\` names a call in the server's log;
  \`Server-Timing\` has the times of the page of a search and of the whole answer, in milliseconds. With \`log.level\` \`debug\` it also lists the statements of the call.
- Every failure is \`{"error": true, "errmsg": "…"}\`; a success never holds \`errmsg\`. Failures that programs are expected to meet
  answer HTTP 200 by default. [errors.md](errors.md) has all texts and statuses.
- Models make the same calls as tools, at \`/mcp\`: [mcp.md](mcp.md).
- A level may have a rate: then every answer carries \`RateLimit-Policy\` and \`RateLimit\`
  (draft-ietf-httpapi-ratelimit-headers), and a call too many is 429 with \`Retry-After\`.
- A call that returns records costs the price of the account's level in coins; one that fails or finds nothing costs nothing.
  An export costs one price for each started 10000 rows.

## Usage rules

Version ${USAGE_RULES.version}. Whoever calls is bound by them; who registers accepts them.

${USAGE_RULES.rules.map((rule) => `- ${rule}\n`).join('')}`
