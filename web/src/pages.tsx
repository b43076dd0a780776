// The pages by their addresses. Each is loaded when somebody goes there.
import { type ComponentType, lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, matchPath, Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { FaultBoundary } from './components/Fault.tsx'
import { FailureNotice } from './components/Notice.tsx'
import { Shell } from './components/Shell.tsx'
import { loadWorkTexts } from './lib/language.ts'
import { useSession } from './lib/session.ts'
import { useTitle } from './lib/title.ts'
import { SignIn } from './routes/SignIn.tsx'

type Loading = () => Promise<ComponentType>

/** Pages for everybody. Who calls the API need not sign in to read about it. */
const OPEN: Readonly<Record<string, Loading>> = {
  '/register': work(async () => (await import('./routes/Register.tsx')).Register),
  '/password': async () => (await import('./routes/SetPassword.tsx')).SetPassword,
  '/sign-in/openid': async () => (await import('./routes/OpenIdReturn.tsx')).OpenIdReturn,
  '/open': async () => (await import('./routes/Open.tsx')).Open,
  '/docs': work(async () => (await import('./routes/help/Api.tsx')).Api),
}

const search: Loading = async () => {
  // Who opens the address of a search needs the answer's part as well.
  if (location.pathname === '/result') void import('./routes/search/Found.tsx').catch(() => {})
  return (await import('./routes/search/Search.tsx')).Search
}

/** Pages for those who are signed in. */
const GUARDED: Readonly<Record<string, Loading>> = {
  '/': search,
  '/result': search,
  '/hosts/:name': async () => (await import('./routes/host/Host.tsx')).Host,
  '/account': work(async () => (await import('./routes/account/Account.tsx')).Account),
  '/tagging': work(async () => (await import('./routes/tagging/Tagging.tsx')).Tagging),
  '/tagging/:id': work(async () => (await import('./routes/tagging/Task.tsx')).Task),
  '/import': work(async () => (await import('./routes/import/Import.tsx')).Import),
  '/import/history': work(async () => (await import('./routes/import/History.tsx')).History),
  '/import/feeds': work(async () => (await import('./routes/import/Feeds.tsx')).Feeds),
  '/import/:id': work(async () => (await import('./routes/import/ImportPage.tsx')).ImportPage),
  '/administration': work(async () => (await import('./routes/administration/Accounts.tsx')).Accounts),
  '/administration/accounts/:id': work(
    async () => (await import('./routes/administration/AccountPage.tsx')).AccountPage,
  ),
  '/administration/invitations': work(
    async () => (await import('./routes/administration/Invitations.tsx')).Invitations,
  ),
  '/administration/exclusions': work(
    async () => (await import('./routes/administration/Exclusions.tsx')).Exclusions,
  ),
  '/administration/retention': work(
    async () => (await import('./routes/administration/Retention.tsx')).Retention,
  ),
  '/administration/usage': work(async () => (await import('./routes/administration/Usage.tsx')).Usage),
  '/administration/audit': work(async () => (await import('./routes/administration/Audit.tsx')).Audit),
  '/administration/settings': work(
    async () => (await import('./routes/administration/Settings.tsx')).Settings,
  ),
  '/administration/health': work(async () => (await import('./routes/administration/Health.tsx')).Health),
  '/help': work(async () => (await import('./routes/help/Language.tsx')).Language),
  '/help/tags': work(async () => (await import('./routes/help/TagVocabulary.tsx')).TagVocabulary),
  '/help/sources': work(async () => (await import('./routes/help/Sources.tsx')).Sources),
}

const open = routes(OPEN)
const guarded = routes(GUARDED)

/** The page of the address, in its frame. */
export function Pages() {
  return (
    <FaultBoundary resetKey="">
      <Routes>
        <Route element={<Shell />}>
          <Route path="/sign-in" element={<SignIn />} />
          {open}
          <Route element={<Guard />}>
            {guarded}
            <Route path="/help/api" element={<Navigate to="/docs" replace />} />
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </FaultBoundary>
  )
}

/** Starts to load the page of an address. A failure shows where the page is rendered. */
export function loadPage(pathname: string): void {
  const found = Object.entries({ ...OPEN, ...GUARDED }).find(([path]) => matchPath(path, pathname))
  found?.[1]().catch(() => {})
}

/** A page whose texts are loaded with it. */
function work(page: Loading): Loading {
  return async () => {
    const [component] = await Promise.all([page(), loadWorkTexts()])
    return component
  }
}

function routes(pages: Readonly<Record<string, Loading>>): readonly ReactNode[] {
  // Addresses with the same page keep what it shows.
  const components = new Map([...new Set(Object.values(pages))].map((page) => [page, later(page)]))
  return Object.entries(pages).map(([path, page]) => {
    const Page = components.get(page)
    return Page && <Route key={path} path={path} element={<Page />} />
  })
}

function later(page: Loading): ComponentType {
  return lazy(async () => ({ default: await page() }))
}

/** Lets only those in who are signed in; the others come back here after they have. */
function Guard() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const { data, error, refetch } = useSession()
  if (data?.account) return <Outlet />
  if (error) return <FailureNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <p className="quiet late">{t('form.working')}</p>
  const state = { back: pathname + search }
  return <Navigate to="/sign-in" state={state} replace />
}

/** What an address that leads nowhere shows. */
function NotFound() {
  const { t } = useTranslation()
  useTitle(t('missing.title'))
  return (
    <div className="form narrow">
      <h1>{t('missing.title')}</h1>
      <Link to="/">{t('missing.back')}</Link>
    </div>
  )
}
