import type { BroadcastPreview, BroadcastSent } from '@muster/contract/broadcasts'
import type { Event } from '@muster/contract/events'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { toServerTime } from '../../clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import type { BroadcastForm } from './api.ts'
import {
  asksFirst,
  BroadcastFoot,
  Cancel,
  Count,
  MOST_SEGMENTS,
  Refused,
  Starting,
  UndoLabel,
  useUndoKeys,
  Waiting,
} from './broadcast-foot.tsx'
import { LaterMenu } from './later-menu.tsx'
import { useText } from './texts.ts'
import type { DraftProblem } from './use-broadcast-draft.ts'
import { useBroadcastProgress } from './use-broadcast-progress.ts'
import { UNDO_SHOWN_S, useUndo, useUndoSeconds } from './use-undo.ts'

type DraftFootProps = {
  event: Event
  preview: BroadcastPreview | undefined
  /** False while the draft has changed since it was counted. */
  isCurrent: boolean
  hasFailed: boolean
  problem: DraftProblem | undefined
  isUndone: boolean
  sending: UseMutationResult<BroadcastSent, Error, BroadcastForm>
  onSend: (send_at?: string) => void
  /** Counts the form as it stands. */
  onCount: () => Promise<BroadcastPreview>
  onUndone: () => void
  /** Called when it can no longer be undone; `wasTooLate`: somebody has tried. */
  onLeft: (wasTooLate: boolean) => void
}

/** Counts, sends and undoes, with one button. */
export function DraftFoot(props: DraftFootProps) {
  const {
    event,
    preview,
    isCurrent,
    hasFailed,
    problem,
    isUndone,
    sending,
    onSend,
    onCount,
    onUndone,
    onLeft,
  } = props
  const t = useText()
  const [isAsking, setIsAsking] = useState(false)
  const sent_id = sending.data?.broadcast_id
  const { progress, seconds, undo, now } = useSent(sent_id, { onUndone, onLeft })
  const isWaiting = sent_id !== undefined && seconds > 0
  const takeBack = () => {
    if (sent_id !== undefined && !undo.isPending) undo.mutate(sent_id)
  }
  useUndoKeys(isWaiting, useEffectEvent(takeBack))

  const canSend = !problem && !hasFailed && preview !== undefined && canBeSent(preview)
  const press = useMutation({
    // What was typed last may not be counted yet.
    mutationFn: async () => (isCurrent && preview ? preview : onCount()),
    onSuccess: (counted) => {
      if (!canBeSent(counted)) return
      if (asksFirst(counted)) setIsAsking(true)
      else onSend()
    },
  })
  const messages = t('messages', { count: preview?.sendable_count ?? 0 })

  if (sending.data) {
    return (
      <BroadcastFoot
        status={
          <>
            {progress ? <Waiting progress={progress} seconds={seconds} /> : <Starting />}
            <FormError text={undo.error ? errorText(undo.error, t('undo.failed')) : undefined} />
          </>
        }
        label={<UndoLabel seconds={seconds} />}
        isLine
        busy={undo.isPending && t('undo.busy')}
        onPress={({ detail }) => {
          // The second of two quick clicks on the button to send has a `detail` of 2.
          if (detail < 2) takeBack()
        }}
      >
        <Button
          kind="quiet"
          aria-disabled={now.isPending}
          onClick={() => sent_id !== undefined && !now.isPending && now.mutate(sent_id)}
        >
          {t('send_now')}
        </Button>
      </BroadcastFoot>
    )
  }
  if (sending.error) {
    return (
      <BroadcastFoot
        status={<Refused error={sending.error} />}
        label={t('retry')}
        onPress={() => sending.mutate(sending.variables)}
      >
        <Cancel />
      </BroadcastFoot>
    )
  }
  if (isAsking && canSend) {
    return (
      <BroadcastFoot
        status={
          <p role="alert">
            <b>{t('ask', { messages })}</b>
          </p>
        }
        label={t('ask_yes')}
        busy={sending.isPending && t('sending')}
        onPress={() => {
          setIsAsking(false)
          onSend()
        }}
      >
        <Button kind="quiet" onClick={() => setIsAsking(false)}>
          {t('ask_back')}
        </Button>
      </BroadcastFoot>
    )
  }
  return (
    <BroadcastFoot
      status={sending.isPending ? <Starting /> : <Count {...{ problem, preview, hasFailed, isUndone }} />}
      label={
        <>
          <Icon name="send" size="small" className="max-tablet:hidden" />
          {canSend ? t('send_messages', { messages }) : t('send')}
        </>
      }
      disabled={!sending.isPending && !canSend}
      busy={sending.isPending ? t('sending') : press.isPending && t('counting')}
      onPress={() => press.mutate()}
    >
      <Cancel />
      <LaterMenu event={event} disabled={!canSend || sending.isPending} onChoose={onSend} />
    </BroadcastFoot>
  )
}

const canBeSent = ({ sendable_count, most_segments }: BroadcastPreview): boolean =>
  sendable_count > 0 && most_segments <= MOST_SEGMENTS

/** Follows the broadcast that was sent from this form, until it can no longer be undone. */
function useSent(id: string | undefined, { onUndone, onLeft }: Pick<DraftFootProps, 'onUndone' | 'onLeft'>) {
  const { data: progress, dataUpdatedAt } = useBroadcastProgress(id)
  const seconds = useUndoSeconds(progress, toServerTime(dataUpdatedAt))
  const { undo, now } = useUndo(onUndone)
  const isLeft = progress !== undefined && seconds === 0 && !undo.isPending
  const leave = useEffectEvent(() => onLeft(undo.data?.undone_count === 0))
  useEffect(() => {
    if (isLeft) leave()
  }, [isLeft])
  // Until its progress is read, all of the time is left.
  return { progress, seconds: progress ? seconds : UNDO_SHOWN_S, undo, now }
}
