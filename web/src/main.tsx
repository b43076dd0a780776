// The page's beginning: language and theme as chosen in this browser, then the page of the address.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Navigate, type RouteObject, RouterProvider } from 'react-router'
import { Guard } from './components/Guard.tsx'
import { Shell } from './components/Shell.tsx'
import { CallError, onSessionEnd } from './lib/api.ts'
import { keepForms } from './lib/kept-form.ts'
import { startLanguage } from './lib/language.ts'
import { forgetSessionUser } from './lib/session.ts'
import { applyTheme, readTheme } from './lib/theme.ts'
import { Fault } from './routes/Fault.tsx'
import { NotFound } from './routes/NotFound.tsx'
import { SignIn } from './routes/SignIn.tsx'
import './style.css'
import './media.css'

const client = new QueryClient({
  defaultOptions: {
    // A lost connection is told at once; whoever is offline may still reach a server on the own machine.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnWindowFocus: false,
      // A refusal stays one; only a lost connection is worth another attempt.
      retry: (count, error) => count < 2 && error instanceof CallError && error.failure === 'offline',
    },
  },
})
onSessionEnd(() => {
  keepForms()
  forgetSessionUser(client)
})

/** The pages that are loaded when somebody goes there. */
const WORK: RouteObject[] = [
  {
    path: '/tagging',
    lazy: async () => ({ Component: (await import('./routes/tagging/Tagging.tsx')).Tagging }),
  },
  {
    path: '/tagging/:id',
    lazy: async () => ({ Component: (await import('./routes/tagging/Task.tsx')).Task }),
  },
  {
    path: '/import',
    lazy: async () => ({ Component: (await import('./routes/import/Import.tsx')).Import }),
  },
  {
    path: '/import/history',
    lazy: async () => ({ Component: (await import('./routes/import/History.tsx')).History }),
  },
  {
    path: '/import/feeds',
    lazy: async () => ({ Component: (await import('./routes/import/Feeds.tsx')).Feeds }),
  },
  {
    path: '/import/:id',
    lazy: async () => ({ Component: (await import('./routes/import/ImportPage.tsx')).ImportPage }),
  },
  {
    path: '/administration',
    lazy: async () => ({ Component: (await import('./routes/administration/Accounts.tsx')).Accounts }),
  },
  {
    path: '/administration/accounts/:id',
    lazy: async () => ({ Component: (await import('./routes/administration/AccountPage.tsx')).AccountPage }),
  },
  {
    path: '/administration/invitations',
    lazy: async () => ({ Component: (await import('./routes/administration/Invitations.tsx')).Invitations }),
  },
  {
    path: '/administration/exclusions',
    lazy: async () => ({ Component: (await import('./routes/administration/Exclusions.tsx')).Exclusions }),
  },
  {
    path: '/administration/usage',
    lazy: async () => ({ Component: (await import('./routes/administration/Usage.tsx')).Usage }),
  },
  {
    path: '/administration/audit',
    lazy: async () => ({ Component: (await import('./routes/administration/Audit.tsx')).Audit }),
  },
  {
    path: '/administration/settings',
    lazy: async () => ({ Component: (await import('./routes/administration/Settings.tsx')).Settings }),
  },
  {
    path: '/administration/health',
    lazy: async () => ({ Component: (await import('./routes/administration/Health.tsx')).Health }),
  },
  { path: '/help', lazy: async () => ({ Component: (await import('./routes/help/Language.tsx')).Language }) },
  { path: '/help/api', element: <Navigate to="/docs" replace /> },
  {
    path: '/help/tags',
    lazy: async () => ({ Component: (await import('./routes/help/TagVocabulary.tsx')).TagVocabulary }),
  },
  {
    path: '/help/sources',
    lazy: async () => ({ Component: (await import('./routes/help/Sources.tsx')).Sources }),
  },
]

const router = createBrowserRouter([
  {
    element: <Shell />,
    errorElement: <Fault />,
    hydrateFallbackElement: <></>,
    children: [
      { path: '/sign-in', element: <SignIn /> },
      {
        path: '/register',
        lazy: async () => ({ Component: (await import('./routes/Register.tsx')).Register }),
      },
      {
        path: '/password',
        lazy: async () => ({ Component: (await import('./routes/SetPassword.tsx')).SetPassword }),
      },
      {
        path: '/open',
        lazy: async () => ({ Component: (await import('./routes/Open.tsx')).Open }),
      },
      // Who calls the API need not sign in to read about it.
      { path: '/docs', lazy: async () => ({ Component: (await import('./routes/help/Api.tsx')).Api }) },
      {
        element: <Guard />,
        children: [
          ...['/', '/result'].map((path) => ({
            path,
            lazy: async () => ({ Component: (await import('./routes/search/Search.tsx')).Search }),
          })),
          {
            path: '/hosts/:name',
            lazy: async () => ({ Component: (await import('./routes/host/Host.tsx')).Host }),
          },
          {
            path: '/account',
            lazy: async () => ({ Component: (await import('./routes/account/Account.tsx')).Account }),
          },
          ...WORK,
        ],
      },
      { path: '*', element: <NotFound /> },
    ],
  },
])

applyTheme(readTheme())
await startLanguage()
const place = document.getElementById('page')
if (place === null) throw new Error('the document has no place for the page')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
