import './app.css'
import { createRoot } from 'react-dom/client'
import { PublicPages } from './app/public-pages.tsx'
import { startLanguage } from './i18n/language.ts'

startLanguage()

const root = document.getElementById('root')
if (root) createRoot(root).render(<PublicPages />)
