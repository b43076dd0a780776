// The page that explains the API to people, made from the description that programs read.
import { ERROR_TABLE } from '../../error/index.ts'
import { CATALOGUE } from '../../field/index.ts'
import { USAGE_RULES } from '../../service/account/index.ts'
import {
  type ApiText,
  groupOperations,
  type OperationText,
  readAnswer,
  readParameters,
  type SchemaText,
  typeOf,
} from './api-text.ts'
import { type Html, html, prose } from './html.ts'
import { page } from './page.ts'

/** The whole page of /docs. */
export function referencePage(api: ApiText): string {
  const paths = Object.entries(api.paths)
  return page(
    'Periplus: HTTP API',
    html`<h1>Periplus: HTTP API</h1>
<p>Version ${api.info.version}. The same for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Contents"><ul>
${paths.map(([path]) => html`<li><a href="#${path}">${path}</a></li>`)}
<li><a href="#rules">Usage rules</a></li><li><a href="#errors">Errors</a></li><li><a href="#fields">Fields</a></li></ul></nav>
${BASICS}
${RULES}
${paths.map(([path, operations]) => pathSection(path, operations))}
${errorSection()}
${fieldSection()}`,
  )
}

const BASICS = html`<h2>Basics</h2>
<p>Every call carries <code>email</code> and <code>key</code>. Parameters come from the query string or from an urlencoded
body, with <code>GET</code> and <code>POST</code>; unknown ones are ignored, and of one given twice the first counts. The query
text is sent as base64 in <code>qbase64</code>. Answers are JSON in UTF-8, compressed with gzip or br where the caller takes it.</p>
<p>A failure is <code>{"error": true, "errmsg": "…"}</code>. The key must not be given to anybody else; it is shown in the
member’s profile, where it can be replaced.</p>`

const RULES = html`<h2 id="rules">Usage rules</h2>
<p>Version ${USAGE_RULES.version}. Whoever calls is bound by them.</p>
<ul>${USAGE_RULES.rules.map((rule) => html`<li>${rule}</li>`)}</ul>`

function pathSection(path: string, operations: Readonly<Record<string, OperationText>>): Html {
  const groups = groupOperations(operations)
  return html`<section id="${path}">${groups.map((group) => operationSection(path, group))}</section>`
}

function operationSection(
  path: string,
  { methods, operation }: ReturnType<typeof groupOperations>[number],
): Html {
  const isCall = path.startsWith('/api/') && !path.includes('{') && methods.includes('GET')
  return html`<h2>${operation.summary ?? path}</h2>
<p><code>${methods.join(', ')} ${path}</code></p>
${operation.description === undefined ? [] : html`<p>${prose(operation.description)}</p>`}
${parameterTable(operation)}
${answerTable(operation)}
${isCall ? form(path, operation) : []}`
}

function parameterTable(operation: OperationText): Html | [] {
  const parameters = readParameters(operation)
  if (parameters.length === 0) return []
  return table(
    ['Parameter', 'Type', 'Default', 'Meaning'],
    parameters.map(({ name, required, schema = {}, description }) => [
      html`<code>${name}</code>${required ? ' (required)' : ''}`,
      html`${typeOf(schema)}`,
      schema.default === undefined ? html`` : html`<code>${String(schema.default)}</code>`,
      prose(description ?? schema.description ?? ''),
    ]),
  )
}

function answerTable(operation: OperationText): Html | [] {
  const rows = [...answerRows(readAnswer(operation)?.properties ?? {}, '')]
  return rows.length === 0 ? [] : html`<h3>Answer</h3>${table(['Key', 'Type', 'Meaning'], rows)}`
}

function* answerRows(
  properties: Readonly<Record<string, SchemaText>>,
  prefix: string,
): Iterable<readonly Html[]> {
  for (const [name, schema] of Object.entries(properties)) {
    yield [html`<code>${prefix}${name}</code>`, html`${typeOf(schema)}`, prose(schema.description ?? '')]
    if (schema.properties !== undefined) yield* answerRows(schema.properties, `${prefix}${name}.`)
    if (schema.items?.properties !== undefined)
      yield* answerRows(schema.items.properties, `${prefix}${name}[].`)
  }
}

function form(path: string, operation: OperationText): Html {
  const inputs = readParameters(operation).map(({ name }) => {
    const id = `${path}:${name}`
    const secret = name === 'key' ? html`type="password" autocomplete="off"` : html`type="text"`
    const label = name === 'qbase64' ? 'query (encoded for you)' : name
    return html`<label for="${id}">${label}</label><input id="${id}" name="${name}" spellcheck="false" ${secret}>`
  })
  return html`<h3>Try it</h3>
<form data-path="${path}">${inputs}<button>Call</button></form>
<output hidden></output>`
}

function errorSection(): Html {
  const rows = Object.values(ERROR_TABLE)
    .filter((row) => row.text !== '…')
    .map((row) => [
      html`<code>${row.text}</code>`,
      html`${row.always ? row.status : `200, or ${row.status} with http.errorStatus standard`}`,
      prose(row.explanation),
    ])
  return html`<h2 id="errors">Errors</h2>${table(['Text', 'Status', 'Meaning'], rows)}`
}

function fieldSection(): Html {
  const rows = CATALOGUE.map((field) => [
    html`<code>${field.name}</code>`,
    html`${field.kind}`,
    html`<code>${field.operators.join(' ')}</code>`,
    html`${prose(field.help)}${field.select === 'anyone' ? '' : field.select === 'never' ? ' (condition only)' : ' (enterprise)'}`,
    html`<code>${field.example}</code>`,
  ])
  return html`<h2 id="fields">Fields</h2>
<p>Every operator also has its negation: <code>!=</code>, <code>!==</code>, <code>!~</code>, <code>!*=</code>.</p>
${table(['Field', 'Kind', 'Operators', 'Meaning', 'Example'], rows)}`
}

function table(head: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="wide" tabindex="0"><table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>`
}
