import { createContext, type RefObject } from 'react'

/** The modal around a popup: what opens outside of it would lie below it, and be inert. */
export const ModalElement = createContext<RefObject<HTMLElement | null> | undefined>(undefined)
