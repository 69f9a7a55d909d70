import { useState } from 'react'
import { now } from '../../../clock.ts'
import { OFFERED_MS, useUndoBatch } from '../../../ui/consequences/undo-batch.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SecondsRing } from '../../../ui/feedback/seconds-ring.tsx'
import { useSecondsLeft } from '../../../ui/hooks/use-seconds-left.ts'
import { useText } from '../texts.ts'

/** In the dialog that stays open, under which a toast could not be pressed. */
export function UndoSent({ batch_id, onUndone }: { batch_id: string; onUndone: () => void }) {
  const t = useText()
  const [since] = useState(() => now().getTime())
  const seconds = useSecondsLeft(OFFERED_MS, since)
  const undo = useUndoBatch(onUndone)
  if (seconds === 0 && !undo.isPending) return null
  return (
    <Button kind="line" busy={undo.isPending && t('send.undoing')} onClick={() => undo.mutate(batch_id)}>
      <SecondsRing seconds={seconds} share={(seconds * 1_000) / OFFERED_MS} />
      {t('undo')}
    </Button>
  )
}
