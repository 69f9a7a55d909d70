import { StrictMode } from 'react'
import { Providers } from './providers.tsx'
import { Router } from './router.tsx'

export function App() {
  return (
    <StrictMode>
      <Providers>
        <Router />
      </Providers>
    </StrictMode>
  )
}
