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
import { type BroadcastForm, broadcastsQuery, previewQuery, sendBroadcast } from './api.ts'
import { FIELDS_ID } from './audience-fields.tsx'
import { BroadcastFields } from './broadcast-fields.tsx'
import { SEND_ID } from './broadcast-foot.tsx'
import { BroadcastPreview } from './broadcast-preview.tsx'
import { BroadcastResult } from './broadcast-result.tsx'
import { DraftFoot } from './draft-foot.tsx'
import { useText } from './texts.ts'
import { type BroadcastStart, formOf, problemOf, useBroadcastDraft } from './use-broadcast-draft.ts'

/** Pause in typing before a new preview, ms. */
const QUIET_MS = 300

const RESULT_ID = 'broadcast-result'

type DeskProps = {
  event: Event
  start: BroadcastStart
  sentId: string | null
  onSent: (broadcast_id: string | null) => void
}

export function BroadcastDesk({ event, start, sentId, onSent }: DeskProps) {
  const t = useText()
  const client = useQueryClient()
  const focusNext = useFocusNext()
  const { draft, isUnsent, change, write, markSent, reset, beginFrom } = useBroadcastDraft(event, start)
  const { markUnsaved, question } = useDiscardQuestion(reset)
  const [tab, setTab] = useState<Language>()
  const [as_person_id, setAsPerson] = useState<string>()
  const [isUndone, setIsUndone] = useState(false)
  /** True while it can be undone, when the form stays. */
  const [isWaiting, setIsWaiting] = useState(true)
  const [wasTooLate, setWasTooLate] = useState(false)
  const isMounted = useIsMounted()
  const sending = useMutation({
    mutationFn: (form: BroadcastForm) => sendBroadcast(event.id, form),
    onSuccess: ({ broadcast_id }, { send_at }) => {
      void client.invalidateQueries(broadcastsQuery(event.id))
      markSent(true)
      if (send_at) setIsWaiting(false)
      // Does nothing if the user has opened another page meanwhile.
      if (isMounted()) onSent(broadcast_id)
    },
    onError: (error) => {
      if (!isMounted()) showFailure(errorText(error, t('errors.general')))
    },
  })
  const sent_id = sending.data?.broadcast_id
  const settled = useSettledValue(draft, QUIET_MS)
  const isLocked = sending.isPending || sent_id !== undefined
  const preview = useQuery({
    ...previewQuery(event.id, { ...formOf(settled), ...(as_person_id && { as_person_id }) }),
    enabled: sentId === null && !isLocked,
  })
  useReportUnsaved(isUnsent && !sending.isPending, markUnsaved)

  const isOpened = sentId !== null && (sent_id !== sentId || !isWaiting)
  const [shownId, setShownId] = useState(sentId)
  if (shownId !== sentId) {
    setShownId(sentId)
    // The pressed row or button is no longer rendered, and would take the focus with it.
    if (isOpened) focusNext(RESULT_ID)
    else if (sentId === null && !isUndone) focusNext(FIELDS_ID)
  }
  const startAnew = () => {
    sending.reset()
    setIsWaiting(true)
    onSent(null)
    setIsUndone(false)
  }
  const onUndone = () => {
    startAnew()
    markSent(false)
    setIsUndone(true)
    focusNext(SEND_ID)
  }
  if (isOpened) {
    return (
      <BroadcastResult
        key={sentId}
        headingId={RESULT_ID}
        event={event}
        id={sentId}
        isSentHere={sent_id === sentId}
        wasTooLate={sent_id === sentId && wasTooLate}
        onUndone={(form) => {
          if (form) beginFrom(form)
          onUndone()
        }}
        onNew={() => {
          startAnew()
          focusNext(FIELDS_ID)
        }}
        onAskAgain={(form) => {
          startAnew()
          beginFrom(form)
          focusNext(SEND_ID)
        }}
      />
    )
  }

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
    <div className="mt-2 grid items-start gap-x-10 gap-y-8 *:min-w-0 desktop:grid-cols-[minmax(0,1fr)_424px]">
      <div>
        <fieldset
          className={cardClass({
            padding: 'none',
            className: 'px-4 py-2.5 tablet:px-6 disabled:*:opacity-50',
          })}
          disabled={isLocked}
        >
          <BroadcastFields
            event={event}
            draft={draft}
            language={language}
            preview={preview.data}
            isWaiting={preview.isPending && preview.isFetching}
            isLocked={isLocked}
            onChange={edit(change)}
            onTab={setTab}
            onWrite={edit(write)}
          />
        </fieldset>
        <DraftFoot
          event={event}
          preview={preview.data}
          isCurrent={settled === draft && !preview.isPlaceholderData}
          hasFailed={preview.isError}
          problem={problem}
          isUndone={isUndone}
          sending={sending}
          onSend={(send_at) => {
            setIsUndone(false)
            sending.mutate({ ...formOf(draft), ...(send_at && { send_at }) })
          }}
          onCount={() => client.fetchQuery(previewQuery(event.id, formOf(draft)))}
          onUndone={onUndone}
          onLeft={(isLate) => {
            setIsWaiting(false)
            setWasTooLate(isLate)
            focusNext(RESULT_ID)
          }}
        />
      </div>
      <BroadcastPreview
        event={event}
        form={formOf(settled)}
        preview={preview.data}
        language={language}
        isBlank={problem === 'no_message'}
        isLocked={isLocked}
        error={preview.error}
        onTryAgain={() => void preview.refetch()}
        asPerson={as_person_id}
        onAsPerson={setAsPerson}
      />
      {question}
    </div>
  )
}
