import type { Event } from '@muster/contract/events'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/controls/button.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { stickyBarClass } from '../../../ui/page/sticky-bar.ts'
import { useEditorText } from '../../events/editor-texts.ts'
import type { EventDraft } from '../../events/event-draft.ts'
import { useText } from './texts.ts'
import { useChangeWords } from './use-change-words.ts'

/** What is not saved yet. `children`: whether people are told of it. */
export function SettingsBar({
  form,
  event,
  busy,
  problem,
  onSave,
  onDiscard,
  children,
}: {
  form: UseFormReturn<EventDraft>
  event: Event
  busy: boolean
  problem: string | undefined
  onSave: () => void
  onDiscard: () => void
  children: ReactNode
}) {
  const t = useText()
  const editor = useEditorText()
  const words = useChangeWords(event, form)
  const wrong = Object.keys(form.formState.errors).length
  return (
    // With the list of who is told it would cover the fields of a phone.
    <div className={stickyBarClass({ className: 'gap-x-2 gap-y-1 max-tablet:has-[ul]:static' })}>
      <div className="min-w-0 flex-[1_1_240px]" aria-live="polite">
        <b className="block leading-snug">{t('unsaved', { count: words.length })}</b>
        <p className={`truncate text-compact ${wrong > 0 ? 'text-miss' : 'text-ink-2'}`}>
          {wrong > 0 ? t('wrong', { count: wrong }) : words[0]}
        </p>
      </div>
      <div className="flex flex-none gap-2">
        <Button kind="quiet" aria-disabled={busy} onClick={busy ? undefined : onDiscard}>
          {t('discard')}
        </Button>
        <Button onClick={onSave} busy={busy && editor('form.saving')}>
          {t('save')}
        </Button>
      </div>
      <div className="basis-full empty:hidden">{children}</div>
      <FormError text={problem} className="basis-full" />
    </div>
  )
}
