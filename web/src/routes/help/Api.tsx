import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ERROR_TABLE } from '../../../../src/error/index.ts'
import { type ApiOperation, type ApiValue, type OpenApi, readOperations } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Prose } from '../../components/Prose.tsx'
import { Scroll } from '../../components/Table.tsx'
import { UsageRules } from '../../components/UsageRules.tsx'
import { CallError } from '../../lib/api.ts'
import { loadApiSentences, meaningOf } from '../../lib/language.ts'
import { HelpTabs } from './HelpTabs.tsx'
import { canTry, TryIt } from './TryIt.tsx'

/** The HTTP API, made from the description that programs read. */
export function Api() {
  const { t, i18n } = useTranslation()
  const query = useQuery({
    queryKey: ['openapi', i18n.language],
    queryFn: fetchOperations,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="help">
      <HelpTabs />
      <p>
        {t('help.apiIntro')} <a href="/openapi.json">openapi.json</a>
      </p>
      {/* What follows comes with it, so that nothing moves. */}
      <Loaded query={query}>
        {(operations) => (
          <>
            <Groups operations={operations} />
            <Errors />
            <section className="part">
              <h2>{t('help.rules')}</h2>
              <UsageRules />
            </section>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The operations, in the language of the page. */
async function fetchOperations(): Promise<readonly ApiOperation[]> {
  const [api, translate] = await Promise.all([fetchApi(), loadApiSentences()])
  const inLanguage = (value: ApiValue) => ({ ...value, description: translate(value.description) })
  return readOperations(api).map((operation) => ({
    ...operation,
    description: translate(operation.description),
    parameters: operation.parameters.map(inLanguage),
    answer: operation.answer.map(inLanguage),
  }))
}

async function fetchApi(): Promise<OpenApi> {
  const response = await fetch('/openapi.json').catch(() => undefined)
  if (response?.ok !== true) throw new CallError('offline', response?.status ?? 0, '')
  return (await response.json()) as OpenApi
}

function Groups({ operations }: { readonly operations: readonly ApiOperation[] }) {
  const { t } = useTranslation()
  const groups = Map.groupBy(operations, ({ group }) => group)
  return [...groups].map(([group, members]) => (
    <section key={group} className="part">
      <h2>{t(`help.groups.${group}`, { defaultValue: group })}</h2>
      <ul className="operations">
        {members.map((operation) => (
          <li key={`${operation.path} ${operation.summary}`}>
            <details>
              <summary>
                <span className="mono method">{operation.methods.join(' ')}</span>{' '}
                <span className="mono path">{operation.path}</span>
                <span className="said">{summaryOf(operation)}</span>
              </summary>
              <Explained operation={operation} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  ))
}

function summaryOf({ summary }: ApiOperation): string {
  return meaningOf('operations', summary, summary)
}

function Explained({ operation }: { readonly operation: ApiOperation }) {
  const { t } = useTranslation()
  const { description, parameters, answer } = operation
  return (
    <div className="explained">
      {description !== '' && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {parameters.length > 0 && <Values title={t('help.parameters')} values={parameters} />}
      {answer.length > 0 && <Values title={t('help.answer')} values={answer} />}
      {canTry(operation) && <TryIt operation={operation} />}
    </div>
  )
}

function Values({ title, values }: { readonly title: string; readonly values: readonly ApiValue[] }) {
  const { t } = useTranslation()
  return (
    <Scroll label={title}>
      <table>
        <caption>{title}</caption>
        <tbody>
          {values.map(({ name, type, required, description }) => (
            <tr key={name}>
              <th scope="row" className="mono">
                {name}
              </th>
              <td className="mono quiet">{type}</td>
              <td>
                {required && <strong>{t('help.required')} </strong>}
                <Prose text={description} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

/** The texts of failures and their statuses. */
function Errors() {
  const { t } = useTranslation()
  const rows = Object.values(ERROR_TABLE).filter(({ text }) => text !== '…')
  return (
    <section className="part">
      <h2>{t('help.errors')}</h2>
      <Scroll label={t('help.errors')}>
        <table>
          <tbody>
            {rows.map(({ text, status, always, explanation }) => (
              <tr key={`${text} ${status} ${explanation}`}>
                <th scope="row" className="mono">
                  {text}
                </th>
                <td className="mono quiet">{always ? status : `200 / ${status}`}</td>
                <td>
                  <Prose text={meaningOf('errors', explanation, explanation)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}
