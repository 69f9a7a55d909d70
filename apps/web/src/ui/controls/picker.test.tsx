import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Picker } from './picker.tsx'

const onPick = vi.fn()

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
      items={['Åsa Öberg', 'Björn Ek'].filter((name) => name.includes(searched))}
      isStale={searched !== text}
      keyOf={(name) => name}
      textOf={(name) => name}
      isDisabled={() => false}
      renderItem={(name) => name}
      onPick={onPick}
      status={undefined}
    />
  )
}

it('chooses by Enter only from the list of the text that is there', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<PeoplePicker searched="" />)
  await user.click(screen.getByRole('combobox', { name: 'Add people' }))
  await screen.findByRole('option', { name: 'Åsa Öberg' })
  await user.paste('Björn Ek')
  await user.keyboard('{Enter}')
  expect(onPick).not.toHaveBeenCalled()

  rerender(<PeoplePicker searched="Björn Ek" />)
  await user.keyboard('{Enter}')
  expect(onPick.mock.calls).toEqual([['Björn Ek']])
})
