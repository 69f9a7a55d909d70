import type { PublicEvent } from '@muster/contract/public-event'
import type { ContactForm as Values } from '@muster/contract/rules/contact'
import { checkContactForm } from '@muster/contract/rules/contact-form'
import { questionsFor } from '@muster/contract/rules/questions'
import type { SignedUpForSeveral } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'
import { publicPaths } from '../../public-paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useNearEmail } from '../../ui/near-email/use-near-email.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { PageLink } from '../../ui/page/page-link.tsx'
import type { Answers } from '../answers/answers.ts'
import { useContactText } from './contact/texts.ts'
import { CorrectEmail } from './correction/correctable.ts'
import { useFocusOnProblem, useSendingFocus } from './focus.ts'
import { loadPhoneRules, phoneRules } from './phone-rules.ts'
import { SignupQuestions } from './questions-part.ts'
import { contactBody, type Shown } from './send-signup.ts'
import { SendingStatus } from './sending-status.tsx'
import { CalendarLink } from './signup-links.tsx'
import { isMoved, retryProgress, type SignedUpState, type SignupState, unansweredOf } from './signup-state.ts'
import { useText } from './texts.ts'
import { useSignup } from './use-signup.ts'

const contactFields = ['first_name', 'last_name', 'email', 'phone'] as const
const fields = [...contactFields, 'answers'] as const
type Form = Values & { answers: Answers }
const empty = (): Form => ({ first_name: '', last_name: '', email: '', phone: '', answers: {} })
const kinds = {
  first_name: { autoComplete: 'given-name' },
  last_name: { autoComplete: 'family-name' },
  email: { autoComplete: 'email', type: 'email' },
  phone: { autoComplete: 'tel', type: 'tel', inputMode: 'tel' },
} as const

type ContactFormProps = {
  event: Pick<PublicEvent, 'id' | 'time_zone' | 'public_names' | 'organization' | 'questions'>
  role: { id: string; name: string; min_age: number | null; asks_first: boolean }
  shift: Shown
  /** D58: token of a replacement link. The person takes the place of that link, not a free one. */
  swap?: string
  /** `isAsked`: an organizer answers first (D52). */
  onDone?: (isAsked: boolean) => void
  /** The questions must be read again. */
  onChanged: () => void
}

export default function ContactForm({ event, role, shift, swap, onDone, onChanged }: ContactFormProps) {
  const t = useText()
  const words = useWords()
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const element = useRef<HTMLFormElement>(null)
  const contactText = useContactText()
  const asked = questionsFor(event.questions, [role.id])
  const { state, values, problemOf, refusalOf, refused, fieldOf, change, submit, stop } = useSignup<
    Form,
    (typeof fields)[number]
  >({
    event_id: event.id,
    shift_ids: [shift.id],
    fields,
    empty,
    check: (form) => checkContactForm(form, phoneRules()),
    asked,
    loadRules: phoneRules() ? undefined : loadPhoneRules,
    bodyOf: (form) => ({
      ...contactBody(form),
      ...(swap === undefined && { shift_id: shift.id }),
    }),
    swap,
    ...(onDone && { onDone: ({ requested }: SignedUpForSeveral) => onDone(requested.length > 0) }),
    draft: 'contact_form',
  })
  const isSubmitting = state.status === 'submitting'
  const button = useSendingFocus(isSubmitting)
  useFocusOnProblem(element, state)

  const nearEmail = useNearEmail(values.email, (email) => change('email', email))
  if (state.status === 'submitted') return <ContactDone {...state} role={role} />

  const shown = { ...shift, ...movedTo(state) }
  const when = `${format.day(shown.start_dt)} ${format.timeRange(shown.start_dt, shown.end_dt)}`
  const errorOf = (field: keyof Values) => {
    const problem = problemOf(field)
    if (problem === 'phone_too_short') return contactText('phone_too_short')
    return problem ? t(`problems.${problem}`) : refusalOf(field)
  }
  const text = (field: keyof Values) => ({
    ...kinds[field],
    ...fieldOf(field),
    label: t(field),
    error: errorOf(field),
  })

  const send = async () => {
    const [first] = await submit([shown])
    if (first) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return (
    <section className={cardClass({ className: 'mt-8' })} aria-labelledby={id}>
      <h2 id={id}>{contactText(swap === undefined ? 'title' : 'take_title', { role: role.name, when })}</h2>
      <form
        ref={element}
        className="mt-5 grid gap-5"
        noValidate
        onSubmit={(submission) => {
          submission.preventDefault()
          void send()
        }}
      >
        <fieldset className="contents" disabled={isSubmitting} data-waiting={retryProgress(state) && ''}>
          <TextField {...text('first_name')} />
          <TextField {...text('last_name')} />
          <TextField {...text('email')} hint={nearEmail} />
          <TextField {...text('phone')} hint={contactText('phone_hint')} />
          {(asked.length > 0 || refused.has('answers')) && (
            <Suspense fallback={<Skeleton className="h-80" />}>
              <SignupQuestions
                questions={asked}
                roles={[role]}
                organization={event.organization.name}
                answers={values.answers}
                refused={refused}
                isChecked={problemOf('answers') !== undefined}
                onChange={(answers) => change('answers', answers)}
                onChanged={onChanged}
              />
            </Suspense>
          )}
        </fieldset>
        <p className="text-meta text-ink-2">
          {t(`who_sees.${event.public_names}`, { organization: event.organization.name })}{' '}
          {contactText('accepts', { age: Math.max(terms.minimum_age, role.min_age ?? 0) })}{' '}
          <PageLink href={publicPaths.terms}>{t('read_terms')}</PageLink>
        </p>
        <div>
          <Button size="big" ref={button} type="submit" busy={isSubmitting && t('signing_up')}>
            {unansweredOf(state)
              ? words('try_again')
              : swap === undefined
                ? t(role.asks_first ? 'ask' : 'sign_up')
                : contactText(role.asks_first ? 'ask' : 'take')}
          </Button>
          <SendingStatus state={state} onStop={stop} />
        </div>
      </form>
    </section>
  )
}

function ContactDone({
  answer: { signed_up, requested },
  role,
  person,
  submitted_at,
  isKept,
}: Omit<SignedUpState, 'status'> & { role: { name: string } }) {
  const t = useText()
  const [email, setEmail] = useState(person.email)
  const heading = useRef<HTMLHeadingElement>(null)
  const contactText = useContactText()
  useEffect(() => heading.current?.focus(), [])
  if (requested.length > 0)
    return (
      <section className={cardClass({ className: 'mt-8' })}>
        <h2 ref={heading} tabIndex={-1}>
          {contactText('asked')}
        </h2>
        <p className="mt-2 text-ink-2">{contactText('asked_text', { email })}</p>
      </section>
    )
  return (
    <section className={cardClass({ className: 'mt-8' })}>
      <h2 ref={heading} tabIndex={-1}>
        {t(isKept ? 'done.kept_title' : 'done.title', { name: person.first_name })}
      </h2>
      <p className="mt-2 text-ink-2">{t(isKept ? 'done.kept' : 'done.mail', { email })}</p>
      <div className="mb-5">
        <Suspense fallback={<div className="mt-2 min-h-11" />}>
          <CorrectEmail signed_up={signed_up} onCorrected={setEmail} {...{ email, submitted_at }} />
        </Suspense>
      </div>
      {signed_up.map(({ assignment_id, calendar_url }) => (
        <CalendarLink
          key={assignment_id}
          className={buttonClass({ size: 'big' })}
          calendar_url={calendar_url}
          role={role.name}
        />
      ))}
    </section>
  )
}

/** D13: the title then has the new time, to which the next press agrees. */
function movedTo(state: SignupState): { start_dt?: string; end_dt?: string } {
  if (state.status !== 'failed' || !(state.error instanceof ApiError) || !isMoved(state.error)) return {}
  const { start_dt, end_dt } = state.error.body
  return start_dt && end_dt ? { start_dt, end_dt } : {}
}
