import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import { fitting, type Command } from '../lib/palette.ts'
import { useCommands } from '../lib/commands.ts'
import { findValues } from '../lib/queries.ts'
import { Dialog } from './Dialog.tsx'
import './key-help.css'

interface PaletteProps {
  readonly close: () => void
  readonly showKeys: () => void
}

/** One line that leads everywhere: hosts, fields, saved searches, pages, theme and language. */
export function Palette({ close, showKeys }: PaletteProps) {
  const { t } = useTranslation()
  const [written, setWritten] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const hosts = useHosts(useDeferredValue(written.trim()))
  const commands = useCommands(written.trim(), hosts, showKeys)
  const shown = useMemo(() => fitting(commands, written), [commands, written])
  const chosen = shown[Math.min(at, shown.length - 1)]
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    close()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined)
      setAt((Math.min(at, shown.length - 1) + step + shown.length) % Math.max(1, shown.length))
    else if (event.key === 'Enter') run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('palette.title')} close={close}>
      <div className="palette">
        <input
          type="text"
          data-first
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded
          aria-controls={list}
          aria-activedescendant={chosen && `${list}-${chosen.id}`}
          placeholder={t('palette.hint')}
          spellCheck={false}
          autoComplete="off"
          value={written}
          onChange={({ target }) => {
            setWritten(target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div className="palette-list" id={list} role="listbox" aria-label={t('palette.title')}>
          {shown.map((command) => (
            <Row
              key={command.id}
              id={`${list}-${command.id}`}
              command={command}
              isChosen={command === chosen}
              run={() => run(command)}
            />
          ))}
        </div>
        {shown.length === 0 && <p className="quiet">{t('palette.none')}</p>}
      </div>
    </Dialog>
  )
}

interface RowProps {
  readonly id: string
  readonly command: Command
  readonly isChosen: boolean
  readonly run: () => void
}

function Row({ id, command, isChosen, run }: RowProps) {
  const { t } = useTranslation()
  return (
    // The keys work in the line above.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      ref={(row) => {
        if (isChosen) row?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={run}
      onKeyDown={({ key }) => key === 'Enter' && run()}
    >
      <span>{visible(command.text)}</span>
      <span className="quiet">{t(`palette.kind.${command.kind}`)}</span>
    </div>
  )
}

/** The fields whose values lead to the page of a host: a name below a domain rarely starts with what somebody remembers of it. */
const HOST_FIELDS = ['domain', 'host'] as const

/** Domains and hosts that start with what was written. */
function useHosts(written: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ['palette', written],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(HOST_FIELDS.map((field) => findValues(field, written, signal)))
      return [...new Set(found.flat().map(({ value }) => value))]
    },
    enabled: /^[\p{L}\p{N}][\p{L}\p{N}.:_-]+$/u.test(written),
    staleTime: 60_000,
  })
  return data ?? []
}
