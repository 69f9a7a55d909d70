import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../../i18n/language.ts'
import { navigate, startNavigation, usePathname } from '../hooks/navigation.ts'
import { NextPageStatus } from './next-page-status.tsx'

let loads: { pathname: string; settle: (error?: Error) => Promise<void> }[]

beforeEach(() => {
  loads = []
  chooseLanguage('en')
  history.replaceState(null, '', '/e/one')
  startNavigation(
    (pathname) =>
      new Promise((resolve, reject) => {
        const settle = (error?: Error) => act(async () => (error ? reject(error) : resolve()))
        loads.push({ pathname, settle })
      }),
  )
  render(
    <>
      <Address />
      <NextPageStatus />
    </>,
  )
})

function Address() {
  return <p>{usePathname()}</p>
}

const go = (path: string) => act(async () => navigate(path))
const missing = new Error('Failed to fetch dynamically imported module')

it('keeps the page before until the code of the next one is there', async () => {
  await go('/e/one/shifts/two/signup')
  screen.getByText('/e/one')
  expect(location.pathname).toBe('/e/one')
  await loads[0]?.settle()
  screen.getByText('/e/one/shifts/two/signup')
  expect(location.pathname).toBe('/e/one/shifts/two/signup')
})

it('opens what was asked for last', async () => {
  await go('/terms')
  await go('/privacy')
  await loads[1]?.settle()
  await loads[0]?.settle()
  screen.getByText('/privacy')
})

it('without a connection the page stays, says so, and the next one opens later', async () => {
  const open = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await go('/e/one/shifts/two/signup')
  await loads[0]?.settle(missing)
  screen.getByText('/e/one')
  expect(screen.getByRole('status').textContent).toContain('You are offline.')
  expect(open).not.toHaveBeenCalled()
  await act(async () => void dispatchEvent(new Event('online')))
  expect(open).toHaveBeenCalledWith('/e/one/shifts/two/signup')
})

it('what does not come for another reason is asked for as a whole document', async () => {
  const open = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  await go('/terms')
  await loads[0]?.settle(missing)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(open).toHaveBeenCalledWith('/terms')
})
