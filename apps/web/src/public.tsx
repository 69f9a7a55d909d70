import './app.css'
import './styles/public.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { loadForcedColors } from './app/load-forced-colors.ts'
import { loadPage, PublicPages } from './app/public-pages.tsx'
import { INLINED_EVENT, setInlinedEvent } from './features/events/public-event.ts'
import { startLanguage } from './i18n/language.ts'

startLanguage()
loadForcedColors()

const data = document.getElementById(INLINED_EVENT)?.textContent
if (data) setInlinedEvent(JSON.parse(data))

const root = document.getElementById('root')
if (root) {
  // In one step, whole: what the server has written is replaced by the same, and nothing moves.
  const draw = () => flushSync(() => createRoot(root).render(<PublicPages />))
  loadPage(location.pathname).then(draw, (error: unknown) => {
    // What can be read already is better than a page that says it could not be loaded.
    if (root.hasChildNodes()) throw error
    draw()
  })
}
