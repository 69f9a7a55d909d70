import { isOver } from '@muster/contract/rules/shift-phase'
import { useEffect } from 'react'
import { now } from '../../../clock.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { announce } from '../../../ui/feedback/live-region.tsx'
import { endOf, type Found, keepPage, useIsKept } from './keep-page.ts'
import { useKeepText } from './texts.ts'

type KeepSwitchProps = Found & {
  /** Time of the copy that is shown, if it is one. A copy can be forgotten, too. */
  as_of: string | undefined
  onDrop: () => void
}

/** D45 */
export default function KeepSwitch({ token, invitation, as_of, onDrop }: KeepSwitchProps) {
  const t = useKeepText()
  const isCopy = as_of !== undefined
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
      hint={t(isCopy && !isKept ? 'gone' : 'keep_hint')}
      checked={isKept}
      onChange={({ currentTarget: { checked } }) => {
        if (isCopy && !checked) {
          onDrop()
          announce(t('gone'))
        }
        keepPage({ token, invitation }, checked, as_of)
      }}
    />
  )
}
