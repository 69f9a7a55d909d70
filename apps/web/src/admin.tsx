import './styles/admin.css'
import { routes } from '@muster/contract/routes'
import { createRoot } from 'react-dom/client'
import { addRoutes } from './api/call.ts'
import { startCredentials } from './api/credentials.ts'
import { App } from './app/app.tsx'
import { startSession } from './desk/session/session-state.ts'
import { startLanguage } from './i18n/language.ts'
import { startLeaveGuard } from './ui/hooks/use-leave-guard.ts'

addRoutes(routes)
startLanguage()
startLeaveGuard()
startCredentials()
void startSession()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
