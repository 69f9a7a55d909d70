import type { BroadcastProgress as Progress } from '@muster/contract/broadcasts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { toServerTime } from '../../clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useSecondsLeft } from '../../ui/hooks/use-seconds-left.ts'
import { broadcastsQuery, progressQuery, undoBroadcast } from './api.ts'
import { FootBar } from './foot-bar.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { SendingProgress } from './sending-progress.tsx'
import { useText } from './texts.ts'
import { UndoBar } from './undo-bar.tsx'
import { useBroadcastProgress } from './use-broadcast-progress.ts'

type ProgressProps = {
  id: string
  isSentHere?: boolean
  onUndone: () => void | Promise<void>
  onStartAnew: () => void
}

export function BroadcastProgress({ id, ...rest }: ProgressProps) {
  const t = useText()
  const { data, error, refetch, dataUpdatedAt } = useBroadcastProgress(id)

  if (data) return <Known progress={data} readAt={toServerTime(dataUpdatedAt)} {...rest} />
  return (
    <FootBar
      status={
        <>
          {error ? (
            <FormError text={errorText(error, t('progress.failed_to_load'))} className="mt-0" />
          ) : (
            <output className="block">
              <b>{t('progress.loading')}</b>
            </output>
          )}
          <ProgressBar label={t('progress.label')} value={0} total={1} kind="running" />
        </>
      }
    >
      {error && <RetryButton onRetry={() => void refetch()} />}
    </FootBar>
  )
}

type KnownProps = Omit<ProgressProps, 'id'> & { progress: Progress; readAt: number }

function Known({ progress, readAt, isSentHere = false, onUndone, onStartAnew }: KnownProps) {
  const t = useText()
  const client = useQueryClient()
  const seconds = useSecondsLeft(progress.waits_ms, readAt)
  const undo = useMutation({
    mutationFn: () => undoBroadcast(progress.id),
    onSuccess: async (after) => {
      void client.invalidateQueries(broadcastsQuery(progress.event_id))
      if (after.sendable === 0) await onUndone()
      client.setQueryData(progressQuery(progress.id).queryKey, after)
    },
  })
  const problem = undo.error ? errorText(undo.error, t('undo.failed')) : undefined
  if ((seconds > 0 && !undo.data) || undo.isPending) {
    return (
      <UndoBar
        progress={progress}
        seconds={seconds}
        isUndoing={undo.isPending}
        problem={problem}
        takesFocus={isSentHere}
        onUndo={() => undo.mutate()}
      />
    )
  }
  return (
    <SendingProgress
      progress={progress}
      isSentHere={isSentHere}
      wasTooLate={undo.data?.undone_count === 0}
      problem={problem}
    >
      <Button kind="line" onClick={onStartAnew}>
        {t('start_anew')}
      </Button>
    </SendingProgress>
  )
}
