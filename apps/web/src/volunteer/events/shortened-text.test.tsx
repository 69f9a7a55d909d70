import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { renderPublic } from '../../testing/render-public.tsx'

const LONG = 'Welcome the guests, count them and give them a wristband. '.repeat(4).trim()

async function openEvent(description: string, notes: string | null = null) {
  const role = { ...buildPublicRole('Entrance', [buildPublicShift([])]), description }
  const event = buildPublicEvent({ roles: [role], notes })
  answerPublicEvent(event)
  const user = await renderPublic(publicPaths.publicEvent(event.id))
  return { user, text: await screen.findByText(description) }
}

it('shows three lines of a long description of a role, and all of it on request', async () => {
  const { user, text } = await openEvent(LONG)
  const about = text.closest('p')
  const more = screen.getByRole('link', { name: 'Show all', expanded: false })
  // Without scripts, the text is the target of the link.
  expect(more.getAttribute('href')).toBe(`#${about?.id}`)
  expect(about?.className).toContain('line-clamp-3')
  await user.click(more)
  expect(about?.className).not.toContain('line-clamp-3')
  await user.click(screen.getByRole('link', { name: 'Show less', expanded: true }))
  expect(about?.className).toContain('line-clamp-3')
})

it('shortens notes and each description on its own, and no short one', async () => {
  await openEvent('Bring an apron.')
  expect(screen.queryByRole('link', { name: 'Show all' })).toBeNull()
  await openEvent(LONG, LONG.toUpperCase())
  expect(screen.getAllByRole('link', { name: 'Show all' })).toHaveLength(2)
})
