import { lazy, useState } from 'react'
import { useKeys, usePaletteKey } from '../lib/keys.ts'
import { Later } from './Later.tsx'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))
const KeyHelp = lazy(async () => ({ default: (await import('./KeyHelp.tsx')).KeyHelp }))

/** What keys open on every page: Ctrl+K the palette, `?` the list of keys. */
export function Shortcuts() {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  useKeys({ '?': () => setOpen('keys') })
  usePaletteKey(() => setOpen('palette'))
  const close = () => setOpen(undefined)
  return (
    <Later>
      {open === 'palette' && <Palette close={close} showKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeyHelp close={close} />}
    </Later>
  )
}
