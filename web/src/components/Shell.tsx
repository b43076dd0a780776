import icon from '../icon.svg'
import './shell.css'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { useScrollToCurrent } from '../lib/current.ts'
import { useKeys, usePaletteKey } from '../lib/keys.ts'
import { lazily } from '../lib/lazily.ts'
import { signOut, useSession } from '../lib/session.ts'
import { Appearance } from './Appearance.tsx'
import { FaultBoundary } from './Fault.tsx'
import { Later } from './Later.tsx'
import { Notice } from './Notice.tsx'

/** What every page has: the way to the others, and who is signed in. */
export function Shell() {
  const { t } = useTranslation()
  const main = useRef<HTMLElement>(null)
  useFocusOnNewPage(main)
  return (
    <>
      <a className="skip" href="#main">
        {t('nav.skip')}
      </a>
      <header className="top">
        <Link className="brand" to="/">
          <img src={icon} width="24" height="24" alt="" />
          <span>Periplus</span>
        </Link>
        <Ways />
        <Who />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <ReadOnly />
        <Page />
      </main>
      <Guarded />
    </>
  )
}

/** The page of the address. Until its script is there, the page before it stays. */
function Page() {
  const { pathname } = useLocation()
  return (
    <FaultBoundary resetKey={pathname}>
      <Suspense>
        <Outlet />
      </Suspense>
    </FaultBoundary>
  )
}

/** The keys are for those who are signed in. */
function Guarded() {
  return useSession().data?.account ? <Shortcuts /> : null
}

function Ways() {
  const { t } = useTranslation()
  const { data } = useSession()
  const element = useScrollToCurrent()
  const atSearch = ['/', '/result'].includes(useLocation().pathname)
  if (!data?.account) return null
  const isAdministrator = data.account.role === 'administrator'
  return (
    <nav ref={element} aria-label={t('nav.main')}>
      <Link to="/" {...(atSearch && { 'aria-current': 'page' as const })}>
        {t('nav.search')}
      </Link>
      <NavLink to="/tagging">{t('nav.tagging')}</NavLink>
      {isAdministrator && <NavLink to="/import">{t('nav.import')}</NavLink>}
      {isAdministrator && <NavLink to="/administration">{t('nav.administration')}</NavLink>}
      <NavLink to="/account">{t('nav.account')}</NavLink>
      <NavLink to="/help">{t('nav.help')}</NavLink>
    </nav>
  )
}

/** Says that records cannot change, before somebody wonders why an import is refused. */
function ReadOnly() {
  const { t } = useTranslation()
  const { data } = useSession()
  return data?.server.read_only === true && <Notice kind="plain">{t('nav.readOnly')}</Notice>
}

function Who() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data } = useSession()
  return (
    <div className="who">
      <Appearance />
      {data?.account && (
        <button type="button" title={data.account.email} onClick={() => void signOut(client)}>
          {t('nav.signOut')}
        </button>
      )}
    </div>
  )
}

/** Moves the focus to the content when another page is shown, so that readers of the screen hear it. */
function useFocusOnNewPage(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus()
  }, [pathname, main])
}

const Palette = lazily(async () => (await import('./Palette.tsx')).Palette)
const KeyHelp = lazily(async () => (await import('./KeyHelp.tsx')).KeyHelp)

/** What keys open on every page: Ctrl+K the palette, `?` the list of keys. */
function Shortcuts() {
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
