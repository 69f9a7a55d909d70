import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useShownRow } from './use-shown-row.ts'

const unchanging = {
  openId: undefined,
  people: [],
  isSettled: true,
  elementIdOf: ({ id }: { id: string }) => id,
  elseId: 'add',
}
const frames: FrameRequestCallback[] = []
let add: HTMLElement
let search: HTMLElement
beforeEach(() => {
  frames.length = 0
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  document.body.innerHTML = '<button id="add"></button><input>'
  add = document.querySelector('button') ?? document.body
  search = document.querySelector('input') ?? document.body
})

/** Renders the hook with an open dialog, then with a closed one. */
function openAndClose() {
  const { rerender } = renderHook(
    ({ isOpen }: { isOpen: boolean }) => useShownRow({ ...unchanging, isOpen }),
    { initialProps: { isOpen: true } },
  )
  rerender({ isOpen: false })
}

const passFrame = () => {
  for (const frame of frames) frame(0)
}

it('takes the focus when a dialog has closed', () => {
  openAndClose()
  passFrame()
  expect(document.activeElement).toBe(add)
})

it('leaves the focus to whoever has moved it before the next frame', () => {
  add.focus()
  openAndClose()
  search.focus()
  passFrame()
  expect(document.activeElement).toBe(search)
})
