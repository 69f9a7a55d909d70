import type { Right } from '@muster/contract/rules/member-role'
import { createContext, useContext } from 'react'

/** M1: of the caller's role in the organisation that is shown. The server decides; here they hide what it would refuse. */
export const Rights = createContext<readonly Right[]>([])

export function useMay(right: Right): boolean {
  return useContext(Rights).includes(right)
}
