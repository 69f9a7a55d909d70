import { routes } from '@muster/contract/routes'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest'
// Loaded before a test may stop the clock.
import '../api/answers.ts'
import { addRoutes } from '../api/call.ts'
import { $organization } from '../api/current-organization.ts'
import { queryClient } from '../api/query-client.ts'
import { chooseLanguage } from '../i18n/language.ts'
import { silence } from '../ui/feedback/live-region.tsx'
import { $toasts } from '../ui/feedback/toast.tsx'
import { startLeaveGuard } from '../ui/hooks/use-leave-guard.ts'
import { answerAccount } from './answer-account.ts'
import { endAnswers } from './answers.ts'
import { server } from './server.ts'
import { setWidth } from './set-width.ts'
import { resetPasskeys } from './webauthn.ts'

// happy-dom's select has no `size`, without which react-hook-form would treat its value as chosen.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { value: 0 })

let consoleError: MockInstance | undefined

// Pages and forms are loaded on demand, which takes seconds on a busy machine.
configure(({ getElementError }) => ({
  asyncUtilTimeout: 60_000,
  // A waiting query builds an error for each attempt. Only the last one is shown, so only that one prints the document.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
}))

beforeAll(() => {
  addRoutes(routes)
  startLeaveGuard()
  server.listen({ onUnhandledRequest: 'error' })
})

beforeEach(() => {
  setWidth(1024)
  localStorage.clear()
  // Many files share a process: what an earlier test stored is remembered by its stores, too.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  sessionStorage.clear()
  resetPasskeys()
  answerAccount()
  consoleError = vi.spyOn(console, 'error')
})

afterEach(() => {
  const held = listHeldTexts()
  cleanup()
  // A pending mutation fails at the time limit. Without this, a later test would show the failure.
  for (const pending of queryClient.getMutationCache().getAll()) pending.setOptions({})
  silence()
  $toasts.set([])
  window.dispatchEvent(new Event('afterprint'))
  $organization.set(null)
  chooseLanguage('en')
  endAnswers()
  expect(consoleError).not.toHaveBeenCalled()
  expect(held, 'texts that a page translator would break (src/jsx)').toEqual([])
})

afterAll(() => server.close())

/** Lists the texts whose nodes React holds: those that are not the only child of their element, or are a component's result. */
function listHeldTexts(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const held: string[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode
    const isHeld = Object.keys(text).some((key) => key.startsWith('__reactFiber$'))
    if (isHeld && text.textContent?.trim() && !text.parentElement?.closest('[translate=no]'))
      held.push(text.parentElement?.outerHTML ?? '')
  }
  return held
}
