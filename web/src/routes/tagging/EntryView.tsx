import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { Tag, Tags } from '../../components/Tag.tsx'
import { printAddress } from '../../lib/address.ts'
import { THRESHOLD } from '../../lib/tag-entry.ts'
import { RuledOutView, UnknownView } from './UnknownView.tsx'
import { figure, Table } from '../../components/Table.tsx'
import { usePunctuation } from '../../lib/punctuation.ts'
import { useCountryName } from '../../lib/country.ts'
import type { TagEntry, TagConflict, TagEvidence, TagSource } from '../../lib/answer-types.ts'

interface EntryViewProps {
  readonly entry: TagEntry
  readonly sources: Readonly<Record<string, TagSource>>
  /** Whether tags, network and place are shown, too: they are in the row of a table otherwise. */
  readonly whole?: boolean
}

/** One address: who and where it is, each tag with what it rests on, and what sources do not agree about. */
export function EntryView({ entry, sources, whole = false }: EntryViewProps) {
  const { t } = useTranslation()
  return (
    <div className="entry">
      {whole && (
        <>
          <p className="mono address">{entry.ip}</p>
          {entry.tags.length === 0 ? (
            <p className="quiet">{t('tagging.untagged')}</p>
          ) : (
            <Tags tags={entry.tags} />
          )}
        </>
      )}
      <EntryFacts entry={entry} whole={whole} />
      <RuledOutView ruledOut={entry.ruled_out} sources={sources} />
      <UnknownView unknown={entry.unknown} />
      {entry.history.length > 0 && <HistoryView history={entry.history} />}
      {entry.evidence.length > 0 && <EvidenceTable evidence={entry.evidence} sources={sources} />}
      {entry.conflicts.map((conflict) => (
        <ConflictLine key={conflict.about} conflict={conflict} />
      ))}
      {entry.found && (
        <p>
          <Link to={printAddress({ query: `ip="${entry.ip}"`, page: 1, full: true, view: 'cards' })}>
            {t('tagging.records', { count: entry.seen.records })}
          </Link>
        </p>
      )}
    </div>
  )
}

function EntryFacts({ entry, whole }: Pick<EntryViewProps, 'entry' | 'whole'>) {
  const { t } = useTranslation()
  const { network, geo, exposure, names, seen, operator, known_good: good } = entry
  const owner = [network.asn === null ? '' : `AS${network.asn}`, network.as_organization ?? '']
  const countryName = useCountryName()
  const { withAside, list } = usePunctuation()
  const place = [countryName(geo.country ?? '', geo.country_name), geo.province, geo.city]
  const facts: readonly (readonly [name: string, value: string])[] = [
    ...(whole
      ? ([
          [t('tagging.network'), owner.filter(Boolean).join(' ')],
          [t('tagging.place'), list(place)],
        ] as const)
      : []),
    [t('tagging.scope'), t(`tagging.scopes.${entry.scope}`)],
    [t('tagging.range'), [network.range, network.breadth].filter(Boolean).join(' · ')],
    [t('tagging.operator'), operator ?? ''],
    [t('tagging.knownGood'), good === null ? '' : withAside(good.name, t(`tagging.good.${good.kind}`))],
    [t('tagging.abuseContact'), network.abuse_contact ?? ''],
    [t('tagging.ports'), list(exposure.ports.map(String))],
    [t('tagging.products'), list(exposure.products)],
    [t('tagging.domains'), list(names.domains.slice(0, 8))],
    [t('tagging.hosts'), list(names.hosts.slice(0, 8))],
    [t('tagging.reverseNames'), list(names.reverse.slice(0, 8))],
    [t('tagging.certNames'), list(exposure.cert_names.slice(0, 8))],
    [t('tagging.seen'), seen.first === null ? t('tagging.never') : `${seen.first} – ${seen.last}`],
  ]
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Since and until when feeds gave each tag; tags that no longer hold are among them. */
function HistoryView({ history }: Pick<TagEntry, 'history'>) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('tagging.history')}
      look="list"
      heads={[t('tagging.tag'), t('tagging.firstSeen'), t('tagging.lastSeen')]}
    >
      {history.map(({ tag, first, last }) => (
        <tr key={tag}>
          <td>
            <Tag tag={tag} />
          </td>
          <td className="day">{first}</td>
          <td className="day">{last}</td>
        </tr>
      ))}
    </Table>
  )
}

function EvidenceTable({
  evidence,
  sources,
}: {
  readonly evidence: readonly TagEvidence[]
  readonly sources: EntryViewProps['sources']
}) {
  const { t } = useTranslation()
  const heads = ['tag', 'source', 'match', 'confidence', 'seenLast'] as const
  return (
    <Table
      label={t('tagging.evidence')}
      look="list evidence"
      heads={heads.map((name) =>
        name === 'confidence' ? figure(t(`tagging.${name}`)) : t(`tagging.${name}`),
      )}
    >
      {evidence.map((row) => (
        <tr
          key={`${row.tag} ${row.source} ${row.match}`}
          className={row.confidence < THRESHOLD ? 'weak' : ''}
        >
          <td>
            <Tag tag={row.tag} />
          </td>
          <td>
            {visible(row.source)} <span className="quiet">{t(`tagging.basis.${row.basis}`)}</span>
            {sources[row.source]?.state === 'stale' && <span className="quiet"> · {t('tagging.stale')}</span>}
            {row.note !== undefined && <span className="quiet"> · {visible(row.note)}</span>}
          </td>
          <td className="mono">{visible(row.match)}</td>
          <td className="number">{row.confidence}</td>
          <td className="day">{row.last_seen ?? ''}</td>
        </tr>
      ))}
    </Table>
  )
}

function ConflictLine({ conflict }: { readonly conflict: TagConflict }) {
  const { t } = useTranslation()
  const { withAside, list } = usePunctuation()
  const claims = conflict.claims
    .map(({ value, source, confidence }) => withAside(value, list([source, String(confidence)])))
    .join(' ≠ ')
  return (
    <p className="conflict">
      {t('tagging.conflict', { about: conflict.about })} {visible(claims)} →{' '}
      <strong>{visible(conflict.decided)}</strong>
      <span className="quiet"> · {visible(conflict.rule)}</span>
    </p>
  )
}
