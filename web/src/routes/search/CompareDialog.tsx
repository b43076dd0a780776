import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { printAddress, type SearchAddress } from '../../lib/address.ts'
import { compare, type Comparison } from '../../lib/compare.ts'
import { useFigures } from '../../lib/figure.ts'
import { readHistory } from '../../lib/history.ts'
import { useSavedSearches, useTotal } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import type { ToolProps } from './Tools.tsx'

/** Compares the search with another one: what only one of them finds, and what both do. */
export function CompareDialog({ asked, close }: ToolProps) {
  const { t } = useTranslation()
  const [other, setOther] = useState('')
  const list = useId()
  const parts = compare(asked.query, useDeferredValue(other))
  return (
    <Dialog title={t('compare.title')} close={close} wide>
      <p className="mono shown-query">{visible(asked.query)}</p>
      <Field
        label={t('compare.with')}
        list={list}
        spellCheck={false}
        value={other}
        onChange={({ target }) => setOther(target.value)}
      />
      <Known list={list} />
      {parts === undefined ? (
        <p className="quiet">{t('compare.help')}</p>
      ) : (
        <table className="list">
          <tbody>
            {(['left', 'both', 'right'] as const).map((part) => (
              <Part key={part} part={part} query={parts[part]} asked={asked} close={close} />
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

/** Saved and earlier searches to choose from. */
function Known({ list }: { readonly list: string }) {
  const account = useSession().data?.account?.email ?? ''
  const saved = useSavedSearches().data?.searches ?? []
  const queries = new Set([...saved.map(({ query }) => query), ...readHistory(account)])
  return (
    <datalist id={list}>
      {[...queries].map((query) => (
        <option key={query} value={query} />
      ))}
    </datalist>
  )
}

interface PartProps {
  readonly part: keyof Comparison
  readonly query: string
  readonly asked: SearchAddress
  readonly close: () => void
}

function Part({ part, query, asked, close }: PartProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const { data, error, refetch } = useTotal(query, asked.full)
  return (
    <tr>
      <th scope="row">
        <Link to={printAddress({ ...asked, page: 1, query })} onClick={close}>
          {t(`compare.${part}`)}
        </Link>
        <FailureNotice error={error} retry={() => void refetch()} />
      </th>
      <td className="number">{data === undefined ? '…' : number(data.total)}</td>
    </tr>
  )
}
