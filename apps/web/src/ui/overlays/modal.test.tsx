import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from '../controls/button.tsx'
import { AlertDialog } from './alert-dialog.tsx'
import { Modal } from './modal.tsx'

it('asks before it does, and gives the focus back', async () => {
  const onConfirm = vi.fn()
  render(<Question onConfirm={onConfirm} />)
  const opener = screen.getByRole('button', { name: 'Remove' })
  await userEvent.click(opener)
  expect(screen.getByRole('alertdialog', { name: 'Remove it?' })).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))

  await userEvent.click(screen.getByRole('button', { name: 'Remove shift' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('stays open when the browser closes it at a second Escape, and asks its owner', async () => {
  const onClose = vi.fn()
  render(
    <Modal className="" labelledBy="" onClose={onClose}>
      <input aria-label="Name" />
    </Modal>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  await userEvent.type(screen.getByRole('textbox'), 'Maja')
  dialog.close()
  expect(onClose).toHaveBeenCalled()
  expect(dialog.open).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

it('leaves the second click of a double click to nothing, neither in the dialog nor behind it', async () => {
  const onConfirm = vi.fn()
  render(<Question onConfirm={onConfirm} />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  const [question, confirm] = [
    screen.getByRole('alertdialog'),
    screen.getByRole('button', { name: 'Remove shift' }),
  ]
  fireEvent.mouseDown(question, { detail: 2 })
  fireEvent.click(confirm, { detail: 2 })
  expect(screen.getByRole('alertdialog')).toBe(question)
  expect(onConfirm).not.toHaveBeenCalled()
  fireEvent.click(confirm, { detail: 1 })
  fireEvent.click(confirm, { detail: 2 })
  expect(onConfirm).toHaveBeenCalledTimes(2)

  fireEvent.mouseDown(question, { detail: 1 })
  const opener = screen.getByRole('button', { name: 'Remove' })
  // The default is prevented, because it would move the focus.
  expect(fireEvent.mouseDown(opener, { detail: 2 })).toBe(false)
  fireEvent.click(opener, { detail: 2 })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  fireEvent.click(opener, { detail: 1 })
  expect(screen.getByRole('alertdialog')).toBeDefined()
})

it('stays open while what it asked for is being done, and says above its buttons why that failed', async () => {
  const onClose = vi.fn()
  const show = (state: { busy?: string; problem?: string }) => (
    <AlertDialog title="Remove it?" confirm="Remove shift" onConfirm={vi.fn()} onClose={onClose} {...state} />
  )
  const { rerender } = render(show({ busy: 'Removing…' }))
  const dialog = screen.getByRole<HTMLDialogElement>('alertdialog')
  const tryToClose = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    fireEvent.mouseDown(dialog, { detail: 1 })
  }
  await tryToClose()
  dialog.close()
  expect(dialog.open).toBe(true)
  expect(onClose).not.toHaveBeenCalled()

  rerender(show({ problem: 'It could not be removed.' }))
  screen.getByRole('alert')
  await tryToClose()
  expect(onClose).toHaveBeenCalledTimes(3)
})

it('stays closable while it cannot be confirmed yet', async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()]
  render(
    <AlertDialog title="Send?" confirm="Send" blocked="Counting…" onConfirm={onConfirm} onClose={onClose} />,
  )
  await userEvent.click(screen.getByRole('button', { name: /Counting…/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onClose).toHaveBeenCalledOnce()
})

it('answers no second press while it is busy', async () => {
  const onClick = vi.fn()
  render(
    <Button busy="Saving…" onClick={onClick}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button')
  await userEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

function Question({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Remove</Button>
      {isOpen && (
        <AlertDialog
          title="Remove it?"
          confirm="Remove shift"
          onConfirm={onConfirm}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
