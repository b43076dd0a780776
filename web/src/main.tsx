// The page's beginning: language and theme as chosen in this browser, then the page of the address.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { CallError, onSessionEnd } from './lib/api.ts'
import { keepForms } from './lib/saved-form.ts'
import { loadWorkTexts, startLanguage } from './lib/language.ts'
import { forgetSessionUser } from './lib/session.ts'
import { applyTheme, readTheme } from './lib/theme.ts'
import { loadPage, Pages } from './pages.tsx'
import './style.css'
import './media.css'

const client = new QueryClient({
  defaultOptions: {
    // A lost connection is reported at once; whoever is offline may still reach a server on the own machine.
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

applyTheme(readTheme())
// The script of the page is fetched together with the texts.
loadPage(location.pathname)
await startLanguage()
const place = document.getElementById('page')
if (place === null) throw new Error('the document has no place for the page')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
// Windows that open over the search use texts of other pages, too.
requestIdleCallback(() => void loadWorkTexts().catch(() => {}))
