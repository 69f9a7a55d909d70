import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageTitle } from './page-title.tsx'

afterEach(() => void vi.restoreAllMocks())

const heading = (name: string) => screen.getByRole('heading', { name })

function openFirstPage() {
  history.replaceState(null, '', '/people')
  const page = render(<PageTitle title="People" key="loading" />)
  heading('People').blur()
  return page
}

it('takes the focus after a navigation', () => {
  const { rerender } = openFirstPage()
  history.pushState(null, '', '/events')
  rerender(<PageTitle title="Events" key="next" />)
  expect(document.activeElement).toBe(heading('Events'))
})

it('takes the focus though the page before has rendered its heading again after the address changed', () => {
  const { rerender } = openFirstPage()
  history.pushState(null, '', '/events')
  rerender(<PageTitle title="People" key="loaded" />)
  rerender(<PageTitle title="Events" key="next" />)
  expect(document.activeElement).toBe(heading('Events'))
})

it('takes the focus though that heading was behind a dialog', () => {
  const { rerender } = openFirstPage()
  history.pushState(null, '', '/events')
  // A modal dialog makes the page behind it inert, but happy-dom focuses it all the same.
  const focus = vi.spyOn(HTMLElement.prototype, 'focus').mockReturnValue()
  rerender(<PageTitle title="People" key="loaded" />)
  focus.mockRestore()
  rerender(<PageTitle title="Events" key="next" />)
  expect(document.activeElement).toBe(heading('Events'))
})

it('leaves the focus in a menu that was opened while the page was loading', () => {
  const { rerender } = openFirstPage()
  history.pushState(null, '', '/events')
  const menu = render(
    <div role="menu" tabIndex={-1}>
      <button type="button">Log out</button>
    </div>,
  )
  const entry = screen.getByRole('button', { name: 'Log out' })
  entry.focus()
  rerender(<PageTitle title="Events" key="next" />)
  expect(document.activeElement).toBe(entry)
  menu.unmount()
  rerender(<PageTitle title="Events" key="loaded" />)
  expect(document.activeElement).toBe(document.body)
})

it('leaves the focus alone while the page stays', () => {
  const { rerender } = openFirstPage()
  rerender(<PageTitle title="People" key="loaded" />)
  expect(document.activeElement).toBe(document.body)
})

async function loadAnew() {
  vi.resetModules()
  return import('./page-title.tsx')
}

describe('the first heading of a document', () => {
  it('leaves the focus to the browser', async () => {
    const anew = await loadAnew()
    render(<anew.PageTitle title="Reports" />)
    expect(document.activeElement).toBe(document.body)
  })

  it('takes the focus when a page before it was left without one', async () => {
    const anew = await loadAnew()
    anew.leaveUntitledPage()
    render(<anew.PageTitle title="Reports" />)
    expect(document.activeElement).toBe(heading('Reports'))
  })
})
