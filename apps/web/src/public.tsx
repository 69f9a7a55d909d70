import './styles/public.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadPage, PublicPages } from './app/public-pages.tsx'
import { INLINED_EVENT, setInlinedEvent } from './features/events/public/public-event.ts'
import { startLanguage } from './i18n/language.ts'
import { startNavigation } from './ui/hooks/navigation.ts'

startLanguage()
startNavigation(loadPage)

const data = document.getElementById(INLINED_EVENT)?.textContent
if (data) setInlinedEvent(JSON.parse(data))

const root = document.getElementById('root')
if (root) {
  // What the server has written is replaced by the same, whole and in one step, so that nothing moves. Until then it is
  // prepared in many small ones, and a slow phone answers in between.
  const draw = () => startTransition(() => createRoot(root).render(<PublicPages />))
  loadPage(location.pathname).then(draw, (error: unknown) => {
    // What can be read already is better than a page that says it could not be loaded.
    if (root.hasChildNodes()) throw error
    draw()
  })
}
