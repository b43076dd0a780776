import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../components/Loaded.tsx'
import { CallError } from '../../lib/api.ts'
import { type OpenApi, type Operation, readOperations, type Value } from '../../lib/openapi.ts'
import { HelpTabs } from './HelpTabs.tsx'
import { Scroll } from '../../components/Scroll.tsx'

/** The HTTP API, made from the description that programs read. */
export function Api() {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: ['openapi'], queryFn: fetchApi, staleTime: Number.POSITIVE_INFINITY })
  return (
    <div className="help">
      <HelpTabs />
      <p>
        {t('help.apiIntro')} <a href="/docs">{t('help.tryIt')}</a> · <a href="/openapi.json">openapi.json</a>
      </p>
      <Loaded query={query}>{(api) => <Groups operations={readOperations(api)} />}</Loaded>
    </div>
  )
}

async function fetchApi(): Promise<OpenApi> {
  const response = await fetch('/openapi.json').catch(() => undefined)
  if (response?.ok !== true) throw new CallError('offline', response?.status ?? 0, '')
  return (await response.json()) as OpenApi
}

function Groups({ operations }: { readonly operations: readonly Operation[] }) {
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
                <span className="said">{operation.summary}</span>
              </summary>
              <Explained operation={operation} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Explained({ operation: { description, parameters, answer } }: { readonly operation: Operation }) {
  const { t } = useTranslation()
  return (
    <div className="explained">
      {description !== '' && <p>{description}</p>}
      {parameters.length > 0 && <Values title={t('help.parameters')} values={parameters} />}
      {answer.length > 0 && <Values title={t('help.answer')} values={answer} />}
    </div>
  )
}

function Values({ title, values }: { readonly title: string; readonly values: readonly Value[] }) {
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
                {description}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
