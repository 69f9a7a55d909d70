import type { Event } from '@muster/contract/events'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.ts'
import { cardClass } from '../../ui/page/card.ts'
import { type BroadcastForm, previewQuery, sendBroadcast } from './api.ts'
import { BroadcastFields } from './broadcast-fields.tsx'
import { ReadyToSend, RefusedToSend, Sending } from './broadcast-foot.tsx'
import { BroadcastPreview } from './broadcast-preview.tsx'
import { BroadcastProgress } from './broadcast-progress.tsx'
import { RecipientList } from './recipient-list.tsx'
import { useText } from './texts.ts'
import { problemOf, useBroadcastDraft } from './use-broadcast-draft.ts'
import { useSettledValue } from './use-settled-value.ts'

/** Typing asks for a new preview after so long, ms. */
const QUIET_MS = 300

type DeskProps = {
  event: Event
  /** The broadcast under way, by the page's address. */
  sentId: string | null
  onSent: (broadcast_id: string) => void
}

/** What goes out and how it looks, until it is sent; then how far it has come. */
export function BroadcastDesk({ event, sentId, onSent }: DeskProps) {
  const t = useText()
  const { draft, change, chooseType, chooseLanguage } = useBroadcastDraft(event, useLanguage())
  const sending = useMutation({
    mutationFn: (form: BroadcastForm) => sendBroadcast(event.id, form),
    onSuccess: ({ broadcast_id }) => onSent(broadcast_id),
  })
  const form = useSettledValue(draft, QUIET_MS)
  const isSentHere = sending.data !== undefined
  const preview = useQuery({
    ...previewQuery(event.id, form),
    // What was sent stays as it was.
    enabled: sentId === null && !sending.isPending && !isSentHere,
  })

  // After a reload: what was written is gone, and what is on its way is not.
  if (sentId !== null && !isSentHere) return <BroadcastProgress id={sentId} />

  const isLocked = sending.isPending || isSentHere
  const edit =
    <Given extends unknown[]>(apply: (...given: Given) => void) =>
    (...given: Given) => {
      sending.reset()
      apply(...given)
    }
  return (
    <div className="mt-7 grid items-start gap-x-12 gap-y-8 *:min-w-0 desktop:grid-cols-[minmax(0,1fr)_minmax(0,420px)]">
      <form
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault()
          if (!isLocked && !problemOf(draft)) sending.mutate(draft)
        }}
      >
        <fieldset className={cardClass({ className: 'disabled:*:opacity-50' })} disabled={isLocked}>
          <legend className="sr-only">{t('message')}</legend>
          <BroadcastFields
            draft={draft}
            preview={preview.data}
            onChange={edit(change)}
            onType={edit(chooseType)}
            onLanguage={edit(chooseLanguage)}
          />
        </fieldset>
        {isSentHere ? (
          <BroadcastProgress id={sending.data.broadcast_id} isSentHere />
        ) : sending.isPending ? (
          <Sending />
        ) : sending.error ? (
          <RefusedToSend error={sending.error} onRetry={() => sending.mutate(draft)} />
        ) : (
          <ReadyToSend problem={problemOf(draft)} preview={preview.data} />
        )}
        {preview.data && <RecipientList preview={preview.data} />}
      </form>
      <BroadcastPreview
        preview={preview.data}
        error={preview.error}
        onTryAgain={() => void preview.refetch()}
      />
    </div>
  )
}
