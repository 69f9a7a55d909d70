import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FilterLink } from './filter-link.tsx'
import { FilterMenu } from './filter-menu.tsx'

const menu = (
  <FilterMenu label="Time of day" value="Any time">
    <li>
      <FilterLink href="?time=morning">Morning</FilterLink>
    </li>
  </FilterMenu>
)

it('that was opened before the scripts were ready stays open, until something is chosen', async () => {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(menu)
  const details = container.querySelector('details')
  if (!details) throw new Error('no menu')
  details.open = true
  render(menu, { container, hydrate: true })
  expect(details.open).toBe(true)

  await userEvent.click(screen.getByRole('link', { name: 'Morning' }))
  expect(details.open).toBe(false)
  expect(document.activeElement).toBe(details.querySelector('summary'))
  expect(location.search).toBe('?time=morning')
})
