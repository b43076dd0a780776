import { useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Icon } from '../../components/Icon.tsx'
import { Later } from '../../components/Later.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import type { SavedSearch } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { useSavedSearches } from '../../lib/queries.ts'
import { foldersOf, type Listed, type SearchGroup } from '../../lib/saved-searches.ts'
import { SavedChoice } from './SavedChoice.tsx'

const SharedSearches = lazy(async () => ({ default: (await import('./SharedSearches.tsx')).SharedSearches }))

/** Opens a saved search. */
export type Choose = (change: Pick<SearchAddress, 'query' | 'full'>) => void

/** The saved searches of the account in their folders, each with how many records are new, and those that others share. */
export function SavedSearches({ choose }: { readonly choose: Choose }) {
  const { t } = useTranslation()
  const searches = useSavedSearches().data?.searches ?? []
  return (
    <section className="saved-searches">
      <h2>{t('search.saved')}</h2>
      <p className="quiet">{searches.length === 0 ? t('search.savedNone') : t('search.savedHelp')}</p>
      {foldersOf(searches).map((folder) => (
        <Folder key={folder.name} folder={folder} choose={choose} />
      ))}
      <Later>
        <SharedSearches choose={choose} />
      </Later>
    </section>
  )
}

interface FolderProps {
  readonly folder: SearchGroup<SavedSearch>
  readonly choose: Choose
}

function Folder({ folder: { name, searches }, choose }: FolderProps) {
  const list = (
    <ul>
      {searches.map((search) => (
        <OwnSearch key={search.id} search={search} choose={choose} />
      ))}
    </ul>
  )
  if (name === '') return list
  return (
    <div className="folder">
      <details open>
        <summary>{visible(name)}</summary>
        {list}
      </details>
      <ShareSign
        name={name}
        shared={searches.every(({ shared }) => shared === 'folder')}
        path="searches/sharing"
        body={{ folder: name }}
      />
    </div>
  )
}

interface OwnSearchProps {
  readonly search: Listed<SavedSearch>
  readonly choose: Choose
}

function OwnSearch({ search, choose }: OwnSearchProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { id, name, shared } = search
  const remove = async () => {
    await call('DELETE', `searches/${id}`)
    await client.invalidateQueries({ queryKey: ['searches'] })
  }
  return (
    <SavedChoice search={search} choose={choose} counted>
      {shared !== 'folder' && (
        <ShareSign name={name} shared={shared === 'search'} path={`searches/${id}/sharing`} body={{}} />
      )}
      <button
        type="button"
        className="sign"
        aria-label={t('search.savedRemove', { name: visible(name) })}
        title={t('search.savedRemove', { name: visible(name) })}
        onClick={() => void remove()}
      >
        <Icon name="close" />
      </button>
    </SavedChoice>
  )
}

interface ShareSignProps {
  readonly name: string
  readonly shared: boolean
  readonly path: string
  readonly body: Readonly<Record<string, string>>
}

/** Shares a search or folder with every account, or stops sharing it. */
function ShareSign({ name, shared, path, body }: ShareSignProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const change = async () => {
    await call('POST', path, { ...body, shared: !shared })
    await client.invalidateQueries({ queryKey: ['searches'] })
  }
  return (
    <button
      type="button"
      className="sign share"
      aria-pressed={shared}
      aria-label={t('search.share', { name: visible(name) })}
      title={
        shared ? t('search.shared', { name: visible(name) }) : t('search.share', { name: visible(name) })
      }
      onClick={() => void change()}
    >
      <Icon name="share" />
    </button>
  )
}
