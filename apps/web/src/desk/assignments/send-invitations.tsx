import type { Event } from '@muster/contract/events'
import { inviteMethodFor } from '@muster/contract/rules/contact'
import { groupBy } from '@muster/contract/rules/group-by'
import { formatPhone } from '@muster/contract/rules/phone'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { now } from '../../clock.ts'
import { NO_BREAK } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { refreshShifts } from '../shifts/api.ts'
import { useShiftName } from '../shifts/shift-words.tsx'
import { type InviteMethod, sendInvite } from './api.ts'
import { groupAssignments } from './group-assignments.ts'
import { useText } from './texts.ts'

type Asked = { assignment: Assignment; shift: Shift }
/** `open`: those of both other kinds. */
export type AskKind = 'not_asked' | 'expired' | 'open'
type Recipient = { person: Assignment['person']; asked: Asked[] }

/** One message to each person, for all their shifts of the kind. A failure leaves its person in the list. */
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
  const client = useQueryClient()
  const language = useLanguage()
  // Those who answer or are asked meanwhile must not change what was read.
  const [recipients, setRecipients] = useState(() => listRecipients(shifts, { kind, person_ids, language }))
  const [left_out, setLeftOut] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<Partial<Record<string, InviteMethod>>>({})
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const landlines = useLandlines(recipients)
  const methodsOf = ({ person }: Recipient) => methodsFor(person, landlines.has(person.phone ?? ''))
  const methodOf = (recipient: Recipient) => {
    const [usual] = methodsOf(recipient)
    return chosen[recipient.person.id] ?? usual
  }
  const ticked = recipients.flatMap((recipient) => {
    const method = methodOf(recipient)
    return method && !left_out.includes(recipient.person.id) ? [{ ...recipient, method }] : []
  })

  const sending = useMutation({
    mutationFn: async () => {
      const failed: Partial<Record<string, string>> = {}
      // One after another: each locks its person's shifts.
      for (const { person, asked, method } of ticked) {
        const [first, ...others] = asked.map(({ assignment }) => assignment.id)
        if (first === undefined) continue
        await sendInvite(first, { method, assignment_ids: others }).catch((error: unknown) => {
          failed[person.id] = errorText(error, t('errors.send'))
        })
      }
      return failed
    },
    onSuccess: (failed) => {
      const count = ticked.filter(({ person }) => failed[person.id] === undefined).length
      if (count > 0) showToast(t('send.done', { count }))
      if (Object.keys(failed).length === 0) return onClose()
      setProblems(failed)
      setRecipients(recipients.filter(({ person }) => failed[person.id] !== undefined))
    },
    onSettled: () => refreshShifts(client, event.id),
  })
  const failures = Object.keys(problems).length

  return (
    <Dialog
      title={t(`send.title_${kind}`, { count: recipients.length })}
      busy={sending.isPending}
      problem={failures > 0 ? t('send.some_failed', { count: failures }) : undefined}
      onClose={onClose}
      footer={
        <>
          <Sum messages={ticked} />
          <CancelButton busy={sending.isPending} onClose={onClose} />
          <Button
            disabled={ticked.length === 0}
            busy={sending.isPending && t('send.sending')}
            onClick={() => sending.mutate()}
          >
            {t(`send.title_${kind}`, { count: ticked.length })}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{t(`send.intro_${kind}`)}</p>
      <ul className="mt-4 divide-y divide-line rounded-control border border-line">
        {recipients.map((recipient) => (
          <RecipientRow
            key={recipient.person.id}
            event={event}
            recipient={recipient}
            methods={methodsOf(recipient)}
            method={methodOf(recipient)}
            isLandline={landlines.has(recipient.person.phone ?? '')}
            isTicked={!left_out.includes(recipient.person.id)}
            problem={problems[recipient.person.id]}
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
    </Dialog>
  )
}

function RecipientRow({
  event,
  recipient: { person, asked },
  methods,
  method,
  isLandline,
  isTicked,
  problem,
  onTick,
  onMethod,
}: {
  event: Event
  recipient: Recipient
  methods: readonly InviteMethod[]
  method: InviteMethod | undefined
  isLandline: boolean
  isTicked: boolean
  problem: string | undefined
  onTick: (isTicked: boolean) => void
  onMethod: (method: InviteMethod) => void
}) {
  const t = useText()
  const nameOf = useShiftName(event)
  const name = fullName(person)
  return (
    <li className="flex flex-wrap items-center gap-x-4 px-3.5 py-1.5">
      <Checkbox
        className="min-w-48 flex-1"
        disabled={method === undefined}
        checked={isTicked && method !== undefined}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        label={
          <span className="block leading-snug">
            <b>{name}</b>
            {asked.map(({ shift, assignment }) => (
              <span key={assignment.id} className="block text-meta/snug text-ink-2">
                {nameOf(shift)}
              </span>
            ))}
            {isLandline && (
              <span className="block text-meta/snug text-ink-3">
                {t('send.landline', { phone: formatPhone(person.phone ?? '').replaceAll(' ', NO_BREAK) })}
              </span>
            )}
            {methods.length === 0 && !isLandline && (
              <span className="block text-meta/snug text-ink-3">{t('send.no_contact')}</span>
            )}
          </span>
        }
        error={problem}
      />
      {method && (
        <SelectBox
          narrow
          className="w-40 flex-none"
          aria-label={t('send.by', { name })}
          value={method}
          onChange={({ currentTarget }) => {
            const next = methods.find((each) => each === currentTarget.value)
            if (next) onMethod(next)
          }}
        >
          {methods.map((each) => (
            <option key={each} value={each}>
              {t(`invite.${each}`)}
            </option>
          ))}
        </SelectBox>
      )}
    </li>
  )
}

/** "3 people: 3 e-mails, 2 SMS" */
function Sum({ messages }: { messages: readonly { method: InviteMethod }[] }) {
  const t = useText()
  const count = messages.length
  const emails = messages.filter(({ method }) => method !== 'SMS').length
  const sms = messages.filter(({ method }) => method !== 'EMAIL').length
  const parts = [
    emails > 0 && t('send.emails', { count: emails }),
    sms > 0 && t('send.sms', { count: sms }),
  ].filter(Boolean)
  return (
    <p className="mr-auto text-meta text-ink-2" aria-live="polite">
      {count === 0 ? t('send.nobody') : t('send.people', { count, messages: parts.join(', ') })}
    </p>
  )
}

/** The first is the usual one. A landline gets no SMS. */
function methodsFor(person: Assignment['person'], isLandline: boolean): InviteMethod[] {
  const usual = inviteMethodFor(isLandline ? { ...person, phone: null } : person)
  if (usual === undefined) return []
  return usual === 'BOTH' ? ['BOTH', 'EMAIL', 'SMS'] : [usual]
}

function listRecipients(
  shifts: readonly Shift[],
  {
    kind,
    person_ids,
    language,
  }: {
    kind: AskKind
    person_ids: readonly string[] | undefined
    language: 'en' | 'sv'
  },
): Recipient[] {
  const time = now().toISOString()
  const asked = shifts.flatMap((shift) =>
    groupAssignments(shift.assignment, { language, now: time })
      .filter(({ state }) =>
        kind === 'open' ? state === 'not_asked' || state === 'expired' : state === kind,
      )
      .flatMap(({ assignments }) => assignments)
      .filter(({ person }) => !person_ids || person_ids.includes(person.id))
      .map((assignment) => ({ assignment, shift })),
  )
  return [...groupBy(asked, ({ assignment }) => assignment.person.id).values()].flatMap((own) =>
    own[0] ? [{ person: own[0].assignment.person, asked: own }] : [],
  )
}

/** The numbers that cannot get SMS. The rules that tell are loaded when the dialog opens. */
function useLandlines(recipients: readonly Recipient[]): ReadonlySet<string> {
  const [landlines, setLandlines] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const phones = recipients.flatMap(({ person: { phone } }) => (phone ? [phone] : []))
    void import('@muster/contract/rules/mobile-phone').then(
      ({ isMobilePhone }) => setLandlines(new Set(phones.filter((phone) => !isMobilePhone(phone)))),
      // Without the rules all numbers are offered; the server refuses what cannot be sent.
      () => undefined,
    )
  }, [recipients])
  return landlines
}
