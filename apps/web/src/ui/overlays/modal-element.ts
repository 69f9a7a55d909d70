import { createContext, type RefObject } from 'react'

/** Popups are rendered inside the modal: outside they would be inert. */
export const ModalElement = createContext<RefObject<HTMLElement | null> | undefined>(undefined)
