// The calls of the API that give what the page shows, as people paste them into their own programs. The key is never in
// them: its place is a variable.

/** What a call asks for. */
export interface ShownCall {
  /** The server's own address, without a path. */
  readonly server: string
  readonly email: string
  readonly query: string
  readonly fields: readonly string[]
  readonly full: boolean
  readonly page: number
  readonly size: number
}

/** The ways a call is shown. */
export const CALL_KINDS = ['curl', 'address', 'python', 'typescript'] as const

/** One of them. */
export type CallKind = (typeof CALL_KINDS)[number]

/** A call as text. */
export function printCall(kind: CallKind, call: ShownCall): string {
  switch (kind) {
    case 'curl':
      return printCurl(call)
    case 'address':
      return `${addressOf(call)}?${new URLSearchParams(parametersOf(call))}`
    case 'python':
      return printPython(call)
    case 'typescript':
      return printTypeScript(call)
  }
}

function parametersOf({ query, fields, full, page, size }: ShownCall): Record<string, string> {
  return {
    qbase64: base64(query),
    fields: fields.join(','),
    page: String(page),
    size: String(size),
    ...(full && { full: 'true' }),
  }
}

/** A text in UTF-8 as base64. */
export function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}

// In a body: addresses end up in histories and logs.
function printCurl(call: ShownCall): string {
  const parameters = Object.entries({ email: call.email, ...parametersOf(call) })
  return [
    `curl ${quoteShell(addressOf(call))}`,
    '--data-urlencode "key=$PERIPLUS_KEY"',
    ...parameters.map(([name, value]) => `--data-urlencode ${quoteShell(`${name}=${value}`)}`),
  ].join(' \\\n  ')
}

function addressOf({ server }: ShownCall): string {
  return `${server}/api/v1/search/all`
}

function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function printPython(call: ShownCall): string {
  return `import base64, json, os
from urllib.parse import urlencode
from urllib.request import urlopen

query = ${quoted(call.query, python)}
parameters = {
    "key": os.environ["PERIPLUS_KEY"],
    "qbase64": base64.b64encode(query.encode()).decode(),
${restOf(call, (name, value) => `    "${name}": ${quoted(value, python)},`)}
}
with urlopen("${addressOf(call)}", urlencode(parameters).encode()) as answer:
    found = json.load(answer)
if found["error"]:
    raise SystemExit(found["errmsg"])
for row in found["results"]:
    print(*row, sep="\\t")
`
}

function printTypeScript(call: ShownCall): string {
  return `const query = ${quoted(call.query, javaScript)}
const parameters = new URLSearchParams({
  key: process.env.PERIPLUS_KEY ?? '',
  qbase64: Buffer.from(query).toString('base64'),
${restOf(call, (name, value) => `  ${name}: ${quoted(value, javaScript)},`)}
})
const answer = await fetch('${addressOf(call)}', { method: 'POST', body: parameters })
const found = await answer.json()
if (found.error) throw new Error(found.errmsg)
for (const row of found.results) console.log(row.join('\\t'))
`
}

function restOf(call: ShownCall, line: (name: string, value: string) => string): string {
  const { qbase64: _, ...parameters } = parametersOf(call)
  const all = Object.entries({ email: call.email, ...parameters })
  return all.map(([name, value]) => line(name, value)).join('\n')
}

// What hides or reorders text is written as an escape, so that the program does what its reader sees.
function quoted(text: string, spell: (code: string) => string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    spell((sign.codePointAt(0) ?? 0).toString(16)),
  )
}

function python(code: string): string {
  return `\\U${code.padStart(8, '0')}`
}

function javaScript(code: string): string {
  return `\\u{${code}}`
}
