import type { Person } from '@muster/contract/people'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const LIT_MS = 3_000

/** Highlighted while a sheet or dialog is open; focused when it closes, or `elseId` without a row. */
export function useShownRow({
  isOpen,
  openId,
  people,
  isSettled,
  elementIdOf,
  elseId,
}: {
  isOpen: boolean
  openId: string | undefined
  people: readonly Person[]
  isSettled: boolean
  elementIdOf: (person: { id: string }) => string
  elseId: string
}) {
  const [shownId, setShownId] = useState<string>()
  const [before, setBefore] = useState<{ isOpen: boolean; openId?: string | undefined }>({ isOpen: false })
  const [freshId, setFreshId] = useState<string>()
  const isFocusDue = useRef(false)
  /** The element that had the focus when the dialog closed. If the user has moved the focus since, it stays there. */
  const returnedTo = useRef<Element>(null)

  if (before.isOpen !== isOpen || before.openId !== openId) {
    setBefore({ isOpen, openId })
    if (isOpen) setShownId(openId)
  }

  useLayoutEffect(() => {
    if (!isOpen) returnedTo.current = document.activeElement
  }, [isOpen])

  useEffect(() => {
    if (isOpen) {
      isFocusDue.current = true
      return
    }
    if (!isFocusDue.current || !isSettled) return
    isFocusDue.current = false
    const isThere = shownId !== undefined && people.some(({ id }) => id === shownId)
    const elementId = isThere ? elementIdOf({ id: shownId }) : elseId
    // Waits for the next frame, because after going back the browser first restores the scroll position.
    requestAnimationFrame(() => {
      const isMoved = ![returnedTo.current, document.body].includes(document.activeElement)
      if (!isMoved) document.getElementById(elementId)?.focus()
    })
  }, [isOpen, isSettled, shownId, people, elementIdOf, elseId])

  useEffect(() => {
    if (freshId === undefined) return undefined
    const end = setTimeout(() => setFreshId(undefined), LIT_MS)
    return () => clearTimeout(end)
  }, [freshId])

  return {
    shownId: openId ?? shownId,
    litId: openId ?? freshId,
    /** Call this for a deleted person: the focus must not wait until the list loses the row. */
    forget: () => setShownId(undefined),
    show: ({ id }: Person) => {
      setShownId(id)
      setFreshId(id)
    },
  }
}
