import './styles/admin.css'
import { createRoot } from 'react-dom/client'
import { startCredentials } from './api/credentials.ts'
import { App } from './app/app.tsx'
import { startSession } from './features/session/session-state.ts'
import { startLanguage } from './i18n/language.ts'
import { startLeaveGuard } from './ui/hooks/use-leave-guard.ts'

startLanguage()
startLeaveGuard()
startCredentials()
void startSession()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
