import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Picker } from './picker.tsx'

const onPick = vi.fn()

const find = (typed: string) => ['Åsa Öberg', 'Björn Ek'].filter((name) => name.includes(typed))
const findBest = (typed: string) => (typed === '' ? undefined : find(typed)[0])

/** `searched`: the text whose people are listed. */
function PeoplePicker({ searched }: { searched: string }) {
  const [text, setText] = useState('')
  return (
    <Picker
      id="people"
      label="Add people"
      placeholder=""
      text={text}
      onText={setText}
      items={find(searched)}
      isStale={searched !== text}
      best={findBest(searched)}
      findBest={findBest}
      keyOf={(name) => name}
      textOf={(name) => name}
      isDisabled={() => false}
      renderItem={(name) => name}
      onPick={onPick}
      status={undefined}
    />
  )
}

async function open() {
  const user = userEvent.setup()
  const { rerender } = render(<PeoplePicker searched="" />)
  const field = screen.getByRole('combobox', { name: 'Add people' })
  await user.click(field)
  await screen.findByRole('option', { name: 'Åsa Öberg' })
  return { user, field, rerender }
}

beforeEach(() => void onPick.mockClear())

it('chooses by Enter among what matches the text in the field, also before it is listed', async () => {
  const { user, field } = await open()
  await user.paste('Björn Ek')
  expect(screen.getByRole('option', { name: 'Åsa Öberg' })).toBeDefined()
  await user.keyboard('{Enter}')
  expect(onPick.mock.calls).toEqual([['Björn Ek']])
  expect(field).toHaveProperty('value', '')
})

it('chooses nobody by Enter where nothing is typed, or nothing matches', async () => {
  const { user } = await open()
  await user.keyboard('{Enter}')
  await user.paste('Björn Eklund')
  await user.keyboard('{Enter}')
  expect(onPick).not.toHaveBeenCalled()
})

it('highlights by the arrow keys alone, not by typing or a resting pointer', async () => {
  const { user, field, rerender } = await open()
  await user.type(field, 'Björn')
  rerender(<PeoplePicker searched="Björn" />)
  const option = await screen.findByRole('option', { name: 'Björn Ek' })
  await user.hover(option)
  expect(field.getAttribute('aria-activedescendant')).toBeNull()
  await user.keyboard('{ArrowDown}')
  expect(field.getAttribute('aria-activedescendant')).toBe(option.id)
  await user.keyboard('{Enter}')
  expect(onPick.mock.calls).toEqual([['Björn Ek']])
})

it('never chooses what was highlighted in the list of another text', async () => {
  const { user, field } = await open()
  await user.keyboard('{ArrowDown}')
  await user.type(field, 'Björn Ek')
  await user.keyboard('{Enter}')
  expect(onPick.mock.calls).toEqual([['Björn Ek']])
})
