import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Icon } from '../../components/Icon.tsx'
import type { SharedSearch } from '../../lib/answer-types.ts'
import { useSavedSearches, useSharedSearches } from '../../lib/queries.ts'
import { copyName, ownersOf } from '../../lib/saved-searches.ts'
import { SaveDialog } from './SaveDialog.tsx'
import { SavedChoice } from './SavedChoice.tsx'
import type { Choose } from './SavedSearches.tsx'

/** New records are counted for so many searches of an owner: each count is a call. */
const COUNTED = 10

/** The searches that other accounts share, by owner; each can be opened and copied, and changed only by its owner. */
export function SharedSearches({ choose }: { readonly choose: Choose }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState<SharedSearch>()
  const own = useSavedSearches().data?.searches ?? []
  const searches = useSharedSearches().data?.searches ?? []
  if (searches.length === 0) return null
  return (
    <>
      <h3>{t('search.sharedTitle')}</h3>
      {ownersOf(searches).map(({ name, searches: members }) => (
        <details key={name} className="folder" open>
          <summary>{t('search.sharedBy', { owner: visible(name) })}</summary>
          <ul>
            {members.map((search, at) => (
              <SavedChoice key={search.id} search={search} choose={choose} counted={at < COUNTED}>
                <CopySign name={search.name} copy={() => setCopied(search)} />
              </SavedChoice>
            ))}
          </ul>
        </details>
      ))}
      {copied !== undefined && (
        <SaveDialog
          asked={copied}
          name={copyName(
            copied.name,
            own.map(({ name }) => name),
          )}
          close={() => setCopied(undefined)}
        />
      )}
    </>
  )
}

function CopySign({ name, copy }: { readonly name: string; readonly copy: () => void }) {
  const { t } = useTranslation()
  const label = t('search.sharedCopy', { name: visible(name) })
  return (
    <button type="button" className="sign" aria-label={label} title={label} onClick={copy}>
      <Icon name="star" />
    </button>
  )
}
