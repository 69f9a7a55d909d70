import type { Person } from '@muster/contract/people'
import { useEffect, useRef, useState } from 'react'

/** How long the row of somebody who was just saved stays lit. */
const LIT_MS = 3_000

/**
 * Whose row is looked at. It is drawn wherever it stands, lit while something about them is open and briefly after they
 * were saved, and has the focus once nothing lies over the list; without one the focus goes to `elseId`.
 */
export function useShownRow({
  isOpen,
  openId,
  people,
  isSettled,
  elementIdOf,
  elseId,
}: {
  isOpen: boolean
  /** Whom the open sheet or dialog is about. */
  openId: string | undefined
  people: readonly Person[]
  /** The list is drawn as it is searched. */
  isSettled: boolean
  elementIdOf: (person: { id: string }) => string
  elseId: string
}) {
  const [shownId, setShownId] = useState<string>()
  const [before, setBefore] = useState<{ isOpen: boolean; openId?: string | undefined }>({ isOpen: false })
  const [freshId, setFreshId] = useState<string>()
  const isFocusDue = useRef(false)

  if (before.isOpen !== isOpen || before.openId !== openId) {
    setBefore({ isOpen, openId })
    if (isOpen) setShownId(openId)
  }

  useEffect(() => {
    if (isOpen) {
      isFocusDue.current = true
      return
    }
    if (!isFocusDue.current || !isSettled) return
    isFocusDue.current = false
    const isThere = shownId !== undefined && people.some(({ id }) => id === shownId)
    const elementId = isThere ? elementIdOf({ id: shownId }) : elseId
    // With the next frame: after a step back the browser first scrolls to where the page stood before.
    requestAnimationFrame(() => document.getElementById(elementId)?.focus())
  }, [isOpen, isSettled, shownId, people, elementIdOf, elseId])

  useEffect(() => {
    if (freshId === undefined) return undefined
    const end = setTimeout(() => setFreshId(undefined), LIT_MS)
    return () => clearTimeout(end)
  }, [freshId])

  return {
    shownId: openId ?? shownId,
    litId: openId ?? freshId,
    show: ({ id }: Person) => {
      setShownId(id)
      setFreshId(id)
    },
  }
}
