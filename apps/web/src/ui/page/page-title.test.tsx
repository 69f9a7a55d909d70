import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RetryButton } from '../controls/retry-button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { PageTitle } from './page-title.tsx'

afterEach(() => void vi.restoreAllMocks())

const heading = (name: string) => screen.getByRole('heading', { name })
const retry = () => screen.getByRole('button', { name: 'Try again' })

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
      <button type="button">Sign out</button>
    </div>,
  )
  const entry = screen.getByRole('button', { name: 'Sign out' })
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

describe('after a press of “Try again”, which removes the button', () => {
  const failed = (
    <>
      <PageTitle title="People" key="failed" />
      <RetryButton onRetry={() => undefined} />
    </>
  )

  it('a heading that stays takes the focus at once', () => {
    const { rerender } = render(failed)
    retry().focus()
    rerender(<PageTitle title="People" key="failed" />)
    expect(document.activeElement).toBe(heading('People'))
  })

  it('in a dialog the heading of the dialog takes the focus', () => {
    const { rerender } = render(inDialog(<RetryButton onRetry={() => undefined} />))
    retry().focus()
    rerender(inDialog(<p>Loading</p>))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Messages' }))
  })

  it('the next heading takes the focus once it is rendered', () => {
    const { rerender } = render(failed)
    retry().focus()
    rerender(<p>Loading</p>)
    expect(document.activeElement).toBe(document.body)
    rerender(<PageTitle title="People" key="loaded" />)
    expect(document.activeElement).toBe(heading('People'))
  })

  it('the next heading leaves the focus to what has got it meanwhile', () => {
    const { rerender } = render(failed)
    retry().focus()
    rerender(<button type="button">Sign out</button>)
    const other = screen.getByRole('button', { name: 'Sign out' })
    other.focus()
    rerender(
      <>
        <button type="button">Sign out</button>
        <PageTitle title="People" key="loaded" />
      </>,
    )
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign out' }))
  })
})

function inDialog(content: ReactNode) {
  return (
    <>
      <PageTitle title="People" key="page" />
      <Dialog title="Messages" onClose={() => undefined}>
        {content}
      </Dialog>
    </>
  )
}

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
