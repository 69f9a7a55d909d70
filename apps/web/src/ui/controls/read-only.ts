import { createContext } from 'react'

/** True while a form is saved: its fields ignore input, which the answer would overwrite. `disabled` loses focus. */
export const ReadOnly = createContext(false)
