import { isOver } from '@muster/contract/rules/shift-phase'
import { useEffect } from 'react'
import { now } from '../../../clock.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { endOf, type Found, keepPage, useIsKept } from './keep-page.ts'
import { useKeepText } from './texts.ts'

/** D45. While a copy is shown (`isCopy`), it can be forgotten too. */
export default function KeepSwitch({ token, invitation, isCopy }: Found & { isCopy: boolean }) {
  const t = useKeepText()
  const isKept = useIsKept({ token, invitation })
  const isPast = isOver({ end_dt: endOf({ token, invitation }) }, now().toISOString())

  useEffect(() => {
    if (isKept && !isCopy && !isPast) keepPage({ token, invitation }, true)
  }, [isKept, isCopy, isPast, token, invitation])

  if (isPast) return null
  return (
    <Checkbox
      className="mt-6 print:hidden"
      label={t('keep')}
      hint={t('keep_hint')}
      checked={isKept}
      onChange={({ currentTarget: { checked } }) => keepPage({ token, invitation }, checked)}
    />
  )
}
