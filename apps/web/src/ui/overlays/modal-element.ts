import { createContext, type RefObject } from 'react'

/** Popups go into the modal around them: outside they would be inert. */
export const ModalElement = createContext<RefObject<HTMLElement | null> | undefined>(undefined)
