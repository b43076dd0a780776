import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../components/CopyButton.tsx'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { type SearchAddress, VIEWS } from '../../lib/address.ts'
import type { Column } from '../../lib/columns.ts'
import { keepCollapse } from '../../lib/page-size.ts'
import { useFacets } from '../../lib/queries.ts'
import type { SearchAnswer } from '../../lib/record.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { FIRST_FACETS } from './facet-fields.ts'
import type { Tool } from './Search.tsx'

interface CountLineProps {
  readonly answer: SearchAnswer
  readonly asked: SearchAddress
  readonly ready: boolean
  readonly columns: readonly Column[]
  readonly chooseColumns: (columns: readonly Column[]) => void
  readonly go: (change: Partial<SearchAddress>) => void
  readonly openTool: (tool: Tool) => void
}

/** How much was found, how fast, in what; and what can be done with it. */
export function CountLine({ answer, asked, ready, columns, chooseColumns, go, openTool }: CountLineProps) {
  const { t, i18n } = useTranslation()
  const total = answer.total.toLocaleString(i18n.language)
  return (
    <div className="count">
      <p role="status">
        <strong>{t('search.count', { count: answer.total, total })}</strong>
        <span>{t('search.time', { count: answer.milliseconds })}</span>
        <span>{t(`search.mode.${answer.mode}`)}</span>
        {answer.cost > 0 && <span>{t('search.cost', { count: answer.cost })}</span>}
        <span>
          {t(asked.full ? 'search.allTime' : 'search.lastYear')}
          <button type="button" className="plain" onClick={() => go({ full: !asked.full })}>
            {t(asked.full ? 'search.showYear' : 'search.showAll')}
          </button>
        </span>
        {answer.total > 0 && <Addresses asked={asked} ready={ready} />}
      </p>
      <div className="tools">
        <CopyLink />
        <ToolButton icon="star" text={t('search.save')} open={() => openTool('save')} />
        <ToolButton icon="code" text={t('search.call')} open={() => openTool('call')} />
        <ToolButton icon="compare" text={t('search.compare')} open={() => openTool('compare')} />
        <ToolButton icon="out" text={t('search.elsewhere')} open={() => openTool('elsewhere')} />
        <ToolButton icon="down" text={t('search.export')} open={() => openTool('export')} />
        <ToolButton icon="report" text={t('search.report')} open={() => openTool('report')} />
        {asked.view === 'table' && <ColumnChoice columns={columns} choose={chooseColumns} />}
        {asked.view !== 'statistics' && <Collapse asked={asked} go={go} />}
        <Views asked={asked} go={go} />
      </div>
    </div>
  )
}

/** Last on its line, so that the figure moves nothing when it comes. */
function Addresses({ asked, ready }: Pick<CountLineProps, 'asked' | 'ready'>) {
  const { t, i18n } = useTranslation()
  const { data, isPlaceholderData } = useFacets(asked, FIRST_FACETS, 5, ready)
  const known = data !== undefined && !isPlaceholderData
  const addresses = known ? data.addresses.toLocaleString(i18n.language) : '…'
  return <span>{t('search.addresses', { count: data?.addresses ?? 2, addresses })}</span>
}

/** Copies the address of the search, which whoever may sign in can open. */
function CopyLink() {
  const { t } = useTranslation()
  const [done, setDone] = useState(false)
  const copy = async () => {
    await copyText(window.location.href)
    setDone(true)
  }
  return (
    <ToolButton
      icon={done ? 'done' : 'copy'}
      text={t(done ? 'search.copiedLink' : 'search.copyLink')}
      open={() => void copy()}
    />
  )
}

interface ToolButtonProps {
  readonly icon: IconName
  readonly text: string
  readonly open: () => void
}

function ToolButton({ icon, text, open }: ToolButtonProps) {
  return (
    <button type="button" className="tool" onClick={open}>
      <Icon name={icon} />
      {text}
    </button>
  )
}

/** Shows look-alikes as one, or all of them. */
function Collapse({ asked: { collapse }, go }: Pick<CountLineProps, 'asked' | 'go'>) {
  const { t } = useTranslation()
  const change = () => {
    keepCollapse(!collapse)
    go({ collapse: !collapse })
  }
  return (
    <button
      type="button"
      className="tool"
      aria-pressed={collapse}
      title={t('search.collapseHelp')}
      onClick={change}
    >
      <Icon name="stack" />
      {t('search.collapse')}
    </button>
  )
}

const VIEW_ICONS = { cards: 'cards', table: 'table', statistics: 'chart' } as const

function Views({ asked, go }: Pick<CountLineProps, 'asked' | 'go'>) {
  const { t } = useTranslation()
  return (
    <fieldset className="view-choice">
      <legend className="hidden">{t('search.view')}</legend>
      {VIEWS.map((view) => (
        <button
          key={view}
          type="button"
          className="sign"
          aria-pressed={asked.view === view}
          aria-label={t(`search.${view}`)}
          title={t(`search.${view}`)}
          onClick={() => go({ view, page: asked.page })}
        >
          <Icon name={VIEW_ICONS[view]} />
        </button>
      ))}
    </fieldset>
  )
}
