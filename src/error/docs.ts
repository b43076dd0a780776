import { ERROR_TABLE, type ErrorRow } from './table.ts'

/** The page docs/errors.md. */
export function errorsPage(): string {
  const rows: readonly (readonly [string, ErrorRow])[] = Object.entries(ERROR_TABLE)
  const table = rows.filter(([code]) => code !== 'input').map(([code, row]) => line(code, row))
  return `${HEAD}${table.join('\n')}\n`
}

const line = (code: string, { text, status, always, explanation }: ErrorRow): string =>
  `| \`${code}\` | ${text === '…' ? '' : `\`${text}\``} | ${always ? `always ${status}` : status} | ${explanation} |`

const HEAD = `# Errors

Every failure of the HTTP API is \`{"error": true, "errmsg": "…"}\` and nothing else; a success never contains \`errmsg\`. The texts
below are complete, or \`…\` stands for what was found, where, and what is allowed. Numbers in brackets are codes that programs
for the hosted service know.

By default failures answer HTTP 200, because existing programs read \`errmsg\` only then. With the setting \`http.errorStatus\` on
\`standard\` they answer the status shown. A status marked *always* is answered in both cases. Answers with 429 and 503 have
\`Retry-After\`.

The name in the first column is the one in logs and in the label \`outcome\` of \`/metrics\`.

| Name | Text | Status | When |
|---|---|---|---|
`
