import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CATALOGUE } from '../../../../src/field/index.ts'
import { visible } from '../../../../src/util/index.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { RecordTexts, TEXTS } from '../../components/RecordTexts.tsx'
import { TagEvidenceLink } from '../../components/TagEvidenceLink.tsx'
import { type Refine, Value } from '../../components/Value.tsx'
import { hostAddress } from '../../lib/address.ts'
import { useFieldName } from '../../lib/field-name.ts'
import { hostNameOf } from '../../lib/host-name.ts'
import type { RecordName } from '../../lib/open-record.ts'
import { useWholeRecord } from '../../lib/queries.ts'
import { visibleLines } from '../../lib/record.ts'
import './record-panel.css'

interface RecordPanelProps {
  readonly record: RecordName
  readonly refine: Refine
  readonly close: () => void
}

/** Texts that have a tab of their own, and what only programs read. */
const APART: readonly string[] = [...TEXTS, 'icon', 'evidence', 'structinfo']

const FIELDS = CATALOGUE.filter(({ select }) => select === 'anyone').map(({ name }) => name)
const MANY = new Set(CATALOGUE.filter(({ many }) => many).map(({ name }) => name))

/** Fields whose evidence is among the tags of the address. */
const OF_FEEDS: ReadonlySet<string> = new Set(['tag', 'tag_conflict'])

/** What scrolls must be reachable by keys. */
const SCROLLS = { tabIndex: 0 } as const

/** The whole of a record beside the list: every value with its offers, its texts, and the record as JSON. */
export function RecordPanel({ record, refine, close }: RecordPanelProps) {
  const { t } = useTranslation()
  const answer = useWholeRecord(record, FIELDS)
  return (
    <Dialog title={visible(record.host)} close={close} side>
      <p>
        <Link to={hostAddress(hostNameOf(record.host, record.ip))}>
          {t('record.hostPage', { name: visible(hostNameOf(record.host, record.ip)) })}
        </Link>
      </p>
      <Loaded query={answer}>
        {({ fields }) => (
          <>
            <Values fields={fields} refine={refine} />
            <RecordTexts
              record={record}
              there={TEXTS.filter((name) => (fields[name] ?? '') !== '')}
              begin={(name) => fields[name] ?? ''}
              length={(name) => fields[name]?.length ?? 0}
              matches={() => []}
            />
            <Json fields={fields} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

type Fields = Readonly<Record<string, string>>

function Values({ fields, refine }: { readonly fields: Fields; readonly refine: Refine }) {
  const nameOf = useFieldName()
  const shown = FIELDS.filter((name) => !APART.includes(name) && (fields[name] ?? '') !== '')
  return (
    <dl className="record-fields">
      {shown.map((name) => (
        <div key={name}>
          <dt>
            {nameOf(name)}
            {nameOf(name) !== name && <code className="quiet">{name}</code>}
          </dt>
          <dd>
            {valuesOf(name, fields[name] ?? '').map((value) => (
              <Value key={value} field={name} value={value} refine={refine} className="mono" />
            ))}
            {OF_FEEDS.has(name) && <TagEvidenceLink ip={fields['ip'] ?? ''} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

// Lists come with a comma between their values.
function valuesOf(name: string, text: string): readonly string[] {
  return MANY.has(name) ? [...new Set(text.split(','))] : [text]
}

function Json({ fields }: { readonly fields: Fields }) {
  const { t } = useTranslation()
  const known = Object.entries(fields).filter(([, value]) => value !== '')
  const text = JSON.stringify(Object.fromEntries(known), null, 2)
  return (
    <details>
      <summary>{t('record.json')}</summary>
      <div className="long-text">
        <CopyButton text={text} />
        <pre {...SCROLLS}>{visibleLines(text)}</pre>
      </div>
    </details>
  )
}
