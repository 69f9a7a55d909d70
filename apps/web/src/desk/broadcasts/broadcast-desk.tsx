import type { Event } from '@muster/contract/events'
import type { Language } from '@muster/contract/language'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useIsMounted } from '../../ui/hooks/use-is-mounted.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { type BroadcastForm, broadcastsQuery, findBroadcast, previewQuery, sendBroadcast } from './api.ts'
import { BroadcastFields, FIELDS_ID } from './broadcast-fields.tsx'
import { ReadyToSend, RefusedToSend, SEND_ID, Sending } from './broadcast-foot.tsx'
import { BroadcastPreview } from './broadcast-preview.tsx'
import { BroadcastProgress } from './broadcast-progress.tsx'
import { ConfirmSend } from './confirm-send.tsx'
import { RecipientList } from './recipient-list.tsx'
import { useText } from './texts.ts'
import { formOf, problemOf, useBroadcastDraft } from './use-broadcast-draft.ts'

/** Pause in typing before a new preview, ms. */
const QUIET_MS = 300

const PROGRESS_ID = 'broadcast-progress'

type DeskProps = {
  event: Event
  sentId: string | null
  onSent: (broadcast_id: string | null) => void
}

export function BroadcastDesk({ event, sentId, onSent }: DeskProps) {
  const t = useText()
  const client = useQueryClient()
  const focusNext = useFocusNext()
  const { draft, isUnsent, change, write, markSent, reset, beginFrom } = useBroadcastDraft(event)
  const { markUnsaved, question } = useDiscardQuestion(reset)
  const [isAsking, setIsAsking] = useState(false)
  const [tab, setTab] = useState<Language>()
  const [isUndone, setIsUndone] = useState(false)
  const isMounted = useIsMounted()
  /** Does nothing if the user has opened another page meanwhile. */
  const show = (broadcast_id: string | null) => {
    if (isMounted()) onSent(broadcast_id)
  }
  const sending = useMutation({
    mutationFn: (form: BroadcastForm) => sendBroadcast(event.id, form),
    onSuccess: ({ broadcast_id }) => {
      void client.invalidateQueries(broadcastsQuery(event.id))
      markSent(true)
      show(broadcast_id)
    },
    onError: (error) => {
      if (!isMounted()) showFailure(errorText(error, t('errors.general')))
    },
  })
  const isSentHere = sending.data !== undefined
  const settled = useSettledValue(draft, QUIET_MS)
  const form = formOf(settled)
  const preview = useQuery({
    ...previewQuery(event.id, form),
    enabled: sentId === null && !sending.isPending && !isSentHere,
  })

  const isUnsaved = isUnsent && !sending.isPending
  useReportUnsaved(isUnsaved, markUnsaved)

  const isOpened = sentId !== null && sending.data?.broadcast_id !== sentId
  const [shownId, setShownId] = useState(sentId)
  if (shownId !== sentId) {
    setShownId(sentId)
    // The pressed row or button is no longer rendered, and would take the focus with it.
    if (isOpened) focusNext(PROGRESS_ID)
    else if (sentId === null && !isUndone) focusNext(FIELDS_ID)
  }

  const startAnew = () => {
    sending.reset()
    show(null)
    setIsUndone(false)
  }
  const onUndone = () => {
    startAnew()
    markSent(false)
    setIsUndone(true)
    focusNext(SEND_ID)
  }
  if (isOpened) {
    // After a reload the draft is gone, but the broadcast is still being sent.
    const beginFromUndone = async () => {
      const undone = await findBroadcast(client, { event_id: event.id, id: sentId })
      if (!undone?.form) return
      beginFrom(undone.form)
      onUndone()
    }
    return (
      <section id={PROGRESS_ID} aria-label={t('progress.label')} tabIndex={-1}>
        <BroadcastProgress key={sentId} id={sentId} onUndone={beginFromUndone} onStartAnew={startAnew} />
      </section>
    )
  }

  const isLocked = sending.isPending || isSentHere
  const problem = problemOf(draft)
  const language = draft.language ?? tab ?? preview.data?.main_language ?? 'en'
  const edit =
    <Given extends unknown[]>(apply: (...given: Given) => void) =>
    (...given: Given) => {
      sending.reset()
      setIsUndone(false)
      apply(...given)
    }
  return (
    <div className="mt-7 grid items-start gap-x-12 gap-y-8 *:min-w-0 desktop:grid-cols-[1fr_420px]">
      <form
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault()
          if (!isLocked && !problem) setIsAsking(true)
        }}
      >
        <fieldset className={cardClass({ className: 'disabled:*:opacity-50' })} disabled={isLocked}>
          <legend className="sr-only">{t('message')}</legend>
          <BroadcastFields
            draft={draft}
            language={language}
            preview={preview.data}
            isWaiting={preview.isPending && preview.isFetching}
            onChange={edit(change)}
            onTab={setTab}
            onWrite={edit(write)}
          />
        </fieldset>
        {isSentHere ? (
          <BroadcastProgress
            id={sending.data.broadcast_id}
            isSentHere
            onUndone={onUndone}
            onStartAnew={startAnew}
          />
        ) : sending.isPending ? (
          <Sending />
        ) : sending.error ? (
          <RefusedToSend error={sending.error} onRetry={() => sending.mutate(formOf(draft))} />
        ) : (
          <ReadyToSend
            problem={problem}
            preview={preview.data}
            hasFailed={preview.isError}
            isUndone={isUndone}
          />
        )}
        {preview.data && <RecipientList preview={preview.data} />}
      </form>
      <BroadcastPreview
        preview={preview.data}
        language={language}
        isBlank={problem === 'no_message'}
        error={preview.error}
        onTryAgain={() => void preview.refetch()}
      />
      {isAsking && preview.data && !preview.error && (
        <ConfirmSend
          draft={draft}
          preview={settled === draft && !preview.isPlaceholderData ? preview.data : undefined}
          text={draft.texts[language]}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            setIsUndone(false)
            sending.mutate(form)
          }}
        />
      )}
      {question}
    </div>
  )
}
