import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Element in the head of the page for the buttons of the part below it. Null until it is rendered. */
export const HeadActionsPlace = createContext<HTMLElement | null | undefined>(undefined)

/** Renders the buttons of a part in the head of the page that contains it. */
export function HeadActions({ children }: { children: ReactNode }) {
  const place = useContext(HeadActionsPlace)
  return place && createPortal(children, place)
}
