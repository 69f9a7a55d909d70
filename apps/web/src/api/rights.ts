import type { Right } from '@muster/contract/rules/member-role'
import { createContext, useContext } from 'react'

/** Rights of the caller's role in the shown organisation (M1), used to hide what the server would refuse. */
export const Rights = createContext<readonly Right[]>([])

export function useMay(right: Right): boolean {
  return useContext(Rights).includes(right)
}
