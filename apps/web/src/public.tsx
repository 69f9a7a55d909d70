import './styles/public.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadPage, PublicPages } from './app/public-pages.tsx'
import { startLanguage } from './i18n/language.ts'
import { $copyTime } from './live/copy-time.ts'
import { startNavigation } from './ui/hooks/navigation.ts'
import { INLINED_EVENT, setInlinedEvent } from './volunteer/events/public-event.ts'

startLanguage()
startNavigation(loadPage)

const data = document.getElementById(INLINED_EVENT)?.textContent
if (data) setInlinedEvent(JSON.parse(data))

$copyTime.set(document.querySelector<HTMLMetaElement>('meta[name="copied-at"]')?.content)

const root = document.getElementById('root')
if (root) {
  // Replaces the server's HTML in one step, so that nothing moves. During the transition a slow phone still responds.
  const draw = () => startTransition(() => createRoot(root).render(<PublicPages />))
  loadPage(location.pathname).then(draw, (error: unknown) => {
    // The server's HTML is better than a page that says it could not be loaded.
    if (root.hasChildNodes()) throw error
    draw()
  })
}

if (import.meta.env.PROD) {
  addEventListener('load', () => void import('./app/keep-copies.ts').then(({ keepCopies }) => keepCopies()))
}
