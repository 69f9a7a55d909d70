import { createContext } from 'react'

/** For the fields of a form that is being saved: what is typed then would be lost. `disabled` would lose the focus. */
export const ReadOnly = createContext(false)
