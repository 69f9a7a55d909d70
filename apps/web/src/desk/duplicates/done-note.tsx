import type { MergeUndone } from '@muster/contract/duplicates'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { undoMerge } from './api.ts'
import { useText } from './texts.ts'
import { useShiftName } from './use-shift-name.ts'

export type Done = { merge_id: string; name: string }

/** Says what was merged, takes it back, and names what an undo has left. */
export function DoneNote({ done, onUndone }: { done: Done; onUndone: () => void }) {
  const t = useText()
  const nameOf = useShiftName()
  const [isUndoing, setIsUndoing] = useState(false)
  const [undone, setUndone] = useState<MergeUndone>()
  const undo = async () => {
    setIsUndoing(true)
    try {
      const answer = await undoMerge(done.merge_id)
      setUndone(answer)
      announce(t('undone'))
      document.querySelector<HTMLElement>('h1')?.focus()
      onUndone()
    } catch (error) {
      showFailure(errorText(error, t('failed')))
    } finally {
      setIsUndoing(false)
    }
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 rounded-card bg-sunken py-1 pr-1 pl-4">
      {undone ? (
        <div className="flex-1 py-2">
          <p>{t(undone.kept.length > 0 ? 'undone_kept' : 'undone')}</p>
          <ul className="list-disc pl-5">
            {undone.kept.map(({ reason, shift }) => (
              <li key={`${reason} ${shift?.id}`}>
                {t(`reason.${reason}`, { shift: shift ? nameOf(shift) : '' })}
              </li>
            ))}
          </ul>
          {undone.replaced_links > 0 && <p>{t('replaced', { count: undone.replaced_links })}</p>}
        </div>
      ) : (
        <>
          <p className="flex-1 py-2">{t('merged', { name: done.name })}</p>
          <Button kind="quiet" busy={isUndoing && t('undoing')} onClick={() => void undo()}>
            {t('undo')}
          </Button>
        </>
      )}
    </div>
  )
}
