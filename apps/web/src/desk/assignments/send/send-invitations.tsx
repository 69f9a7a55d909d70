import type { Event } from '@muster/contract/events'
import { type Language, languages } from '@muster/contract/language'
import { LIMITS } from '@muster/contract/rules/text'
import type { Shift } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent, useId, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { now } from '../../../clock.ts'
import { languageNames, useLanguage } from '../../../i18n/language.ts'
import { useWords } from '../../../i18n/words.ts'
import { showUndoable } from '../../../ui/consequences/undo-batch.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useIsWide } from '../../../ui/hooks/use-is-wide.ts'
import { useMaxLength } from '../../../ui/hooks/use-max-length.ts'
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts'
import { CancelButton } from '../../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ModalElement } from '../../../ui/overlays/modal-element.ts'
import { Disclosure } from '../../../ui/page/disclosure.tsx'
import { Icon } from '../../../ui/page/icon.tsx'
import { refreshShifts } from '../../shifts/api.ts'
import { type FailedInvite, type InviteMethod, sendInvitations } from '../api.ts'
import { useText } from '../texts.ts'
import { AnswerBy } from './answer-by.tsx'
import { listCommonTimes } from './answer-times.ts'
import { InvitationPreview } from './invitation-preview.tsx'
import { RecipientRow } from './recipient-row.tsx'
import { type AskKind, listRecipients, methodsFor, type Recipient, useLandlines } from './recipients.ts'
import { Sum } from './sum.tsx'
import { UndoSent } from './undo-sent.tsx'
import { useInvitationPreview } from './use-invitation-preview.ts'

/** ms without typing after which the preview is read again. */
const QUIET_MS = 300

/** D61: one message to each person, for all their shifts of the kind. Who cannot be asked stays in the list. */
export default function SendInvitations({
  event,
  shifts,
  kind,
  person_ids,
  onClose,
}: {
  event: Event
  shifts: readonly Shift[]
  kind: AskKind
  /** Only these people. */
  person_ids?: readonly string[]
  onClose: () => void
}) {
  const t = useText()
  const words = useWords()
  const client = useQueryClient()
  const own_language = useLanguage()
  const tooLong = useMaxLength()(LIMITS.own_line)
  const isWide = useIsWide()
  const previewId = useId()
  // Those who answer or are asked meanwhile must not change what was read.
  const [found] = useState(() => listRecipients(shifts, { kind, person_ids, language: own_language }))
  const [recipients, setRecipients] = useState(found.recipients)
  const [left_out, setLeftOut] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<Partial<Record<string, InviteMethod>>>({})
  const [failed, setFailed] = useState<readonly FailedInvite[]>([])
  const [{ times, usual }] = useState(() =>
    listCommonTimes(
      recipients.flatMap(({ asked }) => asked.map(({ shift }) => shift)),
      event.time_zone,
      now().toISOString(),
    ),
  )
  const [answer_by, setAnswerBy] = useState(usual)
  const [language, setLanguage] = useState<Language | null>(null)
  const [own_line, setOwnLine] = useState('')
  const settled_line = useSettledValue(own_line, QUIET_MS)
  const landlines = useLandlines(recipients)
  const methodsOf = ({ person }: Recipient) => methodsFor(person, landlines.has(person.phone ?? ''))
  const methodOf = (recipient: Recipient) => {
    const [usual_method] = methodsOf(recipient)
    return chosen[recipient.person.id] ?? usual_method
  }
  const ticked = recipients.flatMap((recipient) => {
    const method = methodOf(recipient)
    return method && !left_out.includes(recipient.person.id) ? [{ ...recipient, method }] : []
  })
  const isTooLong = own_line.trim().length > LIMITS.own_line
  const wordingWith = (line: string) => ({
    ...(answer_by !== undefined && { answer_by }),
    own_line: line.trim() || null,
    language,
  })
  const shown = useInvitationPreview(event.id, {
    invites: ticked.map(({ person, asked, method }) => ({
      person_id: person.id,
      method,
      shift_ids: asked.map(({ shift }) => shift.id),
    })),
    ...wordingWith(settled_line.slice(0, LIMITS.own_line)),
  })

  const sending = useMutation({
    mutationFn: () =>
      sendInvitations(event.id, {
        invites: ticked.map(({ person, asked, method }) => ({
          person_id: person.id,
          method,
          assignment_ids: asked.map(({ assignment }) => assignment.id),
        })),
        ...wordingWith(own_line),
      }),
    onSuccess: ({ failed: not_asked, batch_id }) => {
      if (not_asked.length === 0) {
        if (batch_id) showUndoable(t('send.going', { count: ticked.length }), batch_id)
        return onClose()
      }
      const ids = not_asked.map(({ person_id }) => person_id)
      const asked = ticked.filter(({ person }) => !ids.includes(person.id))
      setFailed(not_asked)
      setLeftOut([...left_out, ...ids])
      setRecipients(recipients.filter(({ person }) => !asked.some((each) => each.person.id === person.id)))
    },
    onSettled: () => refreshShifts(client, event.id),
  })
  const busy = sending.isPending
  const send = () => {
    if (ticked.length > 0 && !isTooLong && !busy) sending.mutate()
  }
  const problem = () => {
    if (sending.isError) return errorText(sending.error, t('errors.send'))
    if (failed.length === 0) return undefined
    return t(sending.data?.batch_id ? 'send.some_failed' : 'send.all_failed', { count: failed.length })
  }
  const reasonOf = ({ person }: Recipient) => {
    const isOf = ({ person_id }: { person_id: string }) => person_id === person.id
    const code = (failed.find(isOf) ?? shown.preview?.unreachable.find(isOf))?.code
    return code && t(`not_asked.${code}`)
  }
  const preview = (
    <InvitationPreview
      people={ticked.map(({ person }) => person)}
      shown={shown}
      heading={
        isWide && (
          <h3 id={previewId} className="mr-auto text-base/heading font-semibold">
            {t('send.preview')}
          </h3>
        )
      }
    />
  )

  return (
    <Dialog
      size="page"
      title={t(`send.title_${kind}`, { count: recipients.length })}
      intro={[t(`send.intro_${kind}`), found.left > 0 && t('send.left', { count: found.left })]
        .filter(Boolean)
        .join(' ')}
      busy={busy}
      problem={problem()}
      onClose={onClose}
      footer={
        <>
          <Sum messages={ticked} preview={shown.isCurrent ? shown.preview : undefined} />
          {sending.data?.batch_id && failed.length > 0 && (
            <UndoSent batch_id={sending.data.batch_id} onUndone={onClose} />
          )}
          {failed.length > 0 ? (
            <Button kind="quiet" aria-disabled={busy} onClick={busy ? undefined : onClose}>
              {words('close')}
            </Button>
          ) : (
            <CancelButton busy={busy} onClose={onClose} />
          )}
          <Button disabled={ticked.length === 0 || isTooLong} busy={busy && t('send.sending')} onClick={send}>
            <Icon name="send" size="small" />
            {t(`send.title_${kind}`, { count: ticked.length })}
          </Button>
        </>
      }
    >
      <SendKey onSend={send} />
      <div className="grid gap-x-8 gap-y-4 desktop:grid-cols-[minmax(0,1fr)_25rem]">
        <div>
          <ul className="divide-y divide-line rounded-control border border-line tablet:max-h-80 tablet:overflow-auto">
            {recipients.map((recipient) => (
              <RecipientRow
                key={recipient.person.id}
                event={event}
                recipient={recipient}
                methods={methodsOf(recipient)}
                method={methodOf(recipient)}
                isLandline={landlines.has(recipient.person.phone ?? '')}
                isTicked={!left_out.includes(recipient.person.id)}
                problem={reasonOf(recipient)}
                busy={busy}
                onTick={(isTicked) =>
                  setLeftOut((before) =>
                    isTicked
                      ? before.filter((id) => id !== recipient.person.id)
                      : [...before, recipient.person.id],
                  )
                }
                onMethod={(method) => setChosen((before) => ({ ...before, [recipient.person.id]: method }))}
              />
            ))}
          </ul>
          <div className="mt-3.5 grid gap-3 tablet:grid-cols-2">
            <AnswerBy event={event} times={times} value={answer_by} onChange={setAnswerBy} />
            <NativeSelect
              label={t('send.language')}
              value={language ?? ''}
              onChange={({ currentTarget }) =>
                setLanguage(languages.find((each) => each === currentTarget.value) ?? null)
              }
            >
              <option value="">{t('send.own_language')}</option>
              {languages.map((each) => (
                <option key={each} value={each} lang={each}>
                  {languageNames[each]}
                </option>
              ))}
            </NativeSelect>
          </div>
          <TextField
            className="mt-3.5"
            label={t('send.own_line')}
            optional
            autoComplete="off"
            value={own_line}
            error={isTooLong ? tooLong.message : undefined}
            onChange={({ currentTarget }) => setOwnLine(currentTarget.value)}
          />
        </div>
        {isWide ? (
          <section
            aria-labelledby={previewId}
            className="max-h-122 self-start overflow-auto rounded-card bg-sunken px-4.5 py-4"
          >
            {preview}
          </section>
        ) : (
          <Disclosure summary={t('send.preview')}>
            <div className="rounded-card bg-sunken px-4 py-3">{preview}</div>
          </Disclosure>
        )}
      </div>
    </Dialog>
  )
}

/** Ctrl Enter, but for one that is held since it opened the dialog, or pressed in a dialog above it. */
function SendKey({ onSend }: { onSend: () => void }): null {
  const dialog = useContext(ModalElement)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target } = event
    const isInside = target instanceof Node && dialog?.current?.contains(target)
    if (key !== 'Enter' || !(ctrlKey || metaKey) || event.repeat || event.defaultPrevented || !isInside)
      return
    event.preventDefault()
    onSend()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return null
}
