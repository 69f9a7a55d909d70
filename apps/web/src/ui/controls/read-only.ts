import { createContext } from 'react'

/** True while a form is saved: its fields then ignore input, which the answer would overwrite. `disabled` would lose the focus. */
export const ReadOnly = createContext(false)
