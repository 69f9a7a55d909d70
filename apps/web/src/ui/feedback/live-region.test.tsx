import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  // The module keeps what was announced last.
  vi.resetModules()
})
afterEach(() => void vi.useRealTimers())

it('says the first change at once, and what follows together, at most once in five seconds', async () => {
  const { announce, LiveRegion } = await import('./live-region.tsx')
  const { container } = render(<LiveRegion />)
  const region = container.querySelector('[aria-live="polite"]')
  const say = (message: string) => act(() => void announce(message))

  say('one')
  expect(region?.textContent).toBe('one')
  say('two')
  say('three')
  say('two')
  pass(4_999)
  expect(region?.textContent).toBe('one')
  pass(1)
  expect(region?.textContent).toBe('two. three')
  say('four')
  pass(4_999)
  expect(region?.textContent).toBe('two. three')
  pass(1)
  expect(region?.textContent).toBe('four')
  // After a quiet time the next message need not wait.
  pass(5_000)
  say('five')
  expect(region?.textContent).toBe('five')
})

it('says nothing that was taken back meanwhile', async () => {
  const { announce, LiveRegion } = await import('./live-region.tsx')
  const { container } = render(<LiveRegion />)
  act(() => void announce('one'))
  const takeBack = announce('two')
  announce('three')
  takeBack()
  pass(5_000)
  expect(container.textContent).toBe('three')
})

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
