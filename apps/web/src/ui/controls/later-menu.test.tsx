import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})

/** Shows a menu whose code is not there yet, and returns its stand-in. */
async function show() {
  const { LaterMenu } = await import('./later-menu.tsx')
  render(<LaterMenu trigger={<button type="button">More</button>} entries={[]} />)
  return screen.getByRole('button')
}
const loaded = async (standIn: HTMLElement) => {
  await waitFor(() => expect(standIn.isConnected).toBe(false))
  return screen.getByRole('button')
}

test('keeps the focus of a button that was focused before its menu was loaded', async () => {
  const standIn = await show()
  act(() => standIn.focus())
  expect(await loaded(standIn)).toBe(document.activeElement)
})

test('takes no focus that is elsewhere', async () => {
  const standIn = await show()
  act(() => {
    standIn.focus()
    standIn.blur()
  })
  expect(await loaded(standIn)).not.toBe(document.activeElement)
})
