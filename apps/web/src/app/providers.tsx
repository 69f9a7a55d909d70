import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { LiveRegion } from '../ui/feedback/live-region.tsx'
import { Toasts } from '../ui/feedback/toast.tsx'

export function Providers({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      {/* The Content-Security-Policy forbids style elements made at run time. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>{children}</BrowserRouter>
        </QueryClientProvider>
      </CSPProvider>
      <Toasts />
      <LiveRegion />
    </ErrorBoundary>
  )
}
