import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepSingleKeys, readSingleKeys } from '../lib/keys.ts'
import { Dialog } from './Dialog.tsx'
import './key-help.css'

/** Every key that does something, and what. */
const KEYS = [
  ['palette', ['Ctrl', 'K']],
  ['line', ['/']],
  ['records', ['j', 'k']],
  ['host', ['Enter']],
  ['site', ['o']],
  ['whole', ['x']],
  ['pages', ['n', 'p']],
  ['inside', ['←', '→']],
  ['history', ['↑', '↓']],
  ['suggest', ['Ctrl', 'Space']],
  ['leave', ['Esc']],
  ['help', ['?']],
] as const

/** The keys of the page, and the switch for those of a single character. */
export function KeyHelp({ close }: { readonly close: () => void }) {
  const { t } = useTranslation()
  const [single, setSingle] = useState(readSingleKeys)
  const change = (on: boolean) => {
    keepSingleKeys(on)
    setSingle(on)
  }
  return (
    <Dialog title={t('keys_help.title')} close={close}>
      <dl className="key-list">
        {KEYS.map(([name, keys]) => (
          <div key={name}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`keys_help.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input type="checkbox" checked={single} onChange={({ target }) => change(target.checked)} />
        {t('keys_help.single')}
      </label>
    </Dialog>
  )
}
