import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { FootBar } from './foot-bar.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useText } from './texts.ts'

type UndoProps = {
  progress: BroadcastProgress
  seconds: number
  isUndoing: boolean
  problem: string | undefined
  takesFocus: boolean
  onUndo: () => void
}

export function UndoBar({ progress, seconds, isUndoing, problem, takesFocus, onUndo }: UndoProps) {
  const t = useText()
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) undo.current?.focus()
  }, [takesFocus])
  const { sendable, people_count } = progress
  return (
    <FootBar
      status={
        <>
          <output className="block tabular-nums">
            <b>
              {t('to', {
                messages: t('messages', { count: sendable }),
                people: t('people', { count: people_count }),
              })}
            </b>
            <span className="text-ink-2"> · {t('undo.leave')}</span>
          </output>
          {/* Not in the output, which would be read out every second. */}
          <span className="block text-meta text-ink-2 tabular-nums">{t('undo.in', { count: seconds })}</span>
          <ProgressBar label={t('progress.label')} value={0} total={sendable} kind="running" />
          <FormError text={problem} />
        </>
      }
    >
      <Button ref={undo} kind="line" busy={isUndoing && t('undo.busy')} onClick={onUndo}>
        {t('undo.undo')}
      </Button>
    </FootBar>
  )
}
