import { useEffect, useState } from 'react'
import type { IsLandline } from './filter-people.ts'

/** Loads the rules once they are needed. */
export function useIsLandline(isNeeded: boolean): IsLandline {
  const [isLandline, setIsLandline] = useState<IsLandline>()
  useEffect(() => {
    if (!isNeeded) return undefined
    let isWanted = true
    void import('@muster/contract/rules/mobile-phone').then(({ isMobilePhone }) => {
      if (isWanted) setIsLandline(() => (phone: string) => !isMobilePhone(phone))
    })
    return () => {
      isWanted = false
    }
  }, [isNeeded])
  return isLandline
}
