import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { terms } from '@muster/contract/terms'
import { type ComponentType, Suspense, useRef, useState } from 'react'
import { fullName } from '../../format/names.ts'
import type { LiveStatus } from '../../live/live-status.ts'
import { useNow } from '../../live/use-now.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TextArea, TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useNearEmail } from '../../ui/near-email/use-near-email.tsx'
import { Avatar } from '../../ui/page/avatar.tsx'
import { cardClass } from '../../ui/page/card.ts'
import type { RememberedPerson as Person } from '../events/remembered.ts'
import { minAge } from '../events/shift-terms.ts'
import { focusAfter, useFocusOnProblem } from './focus.ts'
import { AcceptLabel, PeopleFields } from './later-parts.ts'
import { PhoneField } from './phone-field.tsx'
import { SignupQuestions } from './questions-part.ts'
import { SignupFoot } from './signup-foot.tsx'
import { isFull, isSending, joinsLine, retryProgress } from './signup-state.ts'
import { useText } from './texts.ts'
import { contactFields, type Field, type useSignupForm } from './use-signup-form.ts'

const FORM_ID = 'signup'

type TermsDialog = ComponentType<{ onAccept: () => void; onClose: () => void }>

type SignupFormProps = {
  event: PublicEvent
  shifts: readonly SeenShift[]
  live: LiveStatus
  form: ReturnType<typeof useSignupForm>
  /** The event must be read again. */
  onChanged: () => void
}

export function SignupForm({ event, shifts, live, form, onChanged }: SignupFormProps) {
  const t = useText()
  const element = useRef<HTMLFormElement>(null)
  const [summary, setSummary] = useState('')
  const [Terms, setTerms] = useState<TermsDialog | 'lost'>()
  const { values, state, change, touch } = form
  const [isOpen, setOpen] = useState(false)
  const errorOf = (field: Field) => {
    const problem = form.problemOf(field)
    return problem ? t(`problems.${problem}`) : form.refusalOf(field)
  }
  // Fields must not disappear while they are filled in.
  const hasAnswers = Object.keys(values.answers).length > 0
  const nearEmail = useNearEmail(values.email, (email) => change('email', email))
  const hasProblem = contactFields.some(errorOf)
  const min_age = minAge(event, shifts)
  const isJoining = joinsLine(event, shifts, { state, now: useNow() })
  // Never closed again: a field must not disappear while it is being corrected.
  if (!isOpen && (hasProblem || !form.isRemembered)) setOpen(true)
  useFocusOnProblem(element, state, summary)

  const text = (field: 'first_name' | 'last_name' | 'email') => ({
    ...form.fieldOf(field),
    label: t(field),
    error: errorOf(field),
  })

  /** Replaces `lazy`, because a chunk that fails to load must not remove the form. */
  const openTerms = () =>
    void import('./terms-dialog.tsx').then(
      ({ TermsDialog }) => setTerms(() => TermsDialog),
      () => setTerms('lost'),
    )

  const submit = async (send: () => ReturnType<typeof form.submit>) => {
    setSummary('')
    const wrong = await send()
    if (wrong.length === 0) return
    setSummary(t('summary', { count: wrong.length, fields: wrong.map((field) => t(field)).join(', ') }))
  }

  return (
    <>
      <form
        id={FORM_ID}
        ref={element}
        className="mt-8 grid gap-5 desktop:mt-0"
        noValidate
        onSubmit={(submission) => {
          submission.preventDefault()
          void submit(() => form.submit(shifts))
        }}
      >
        <h2 tabIndex={-1}>{t(isOpen ? 'your_details' : 'signing_up_as')}</h2>
        <p role="alert" className="sr-only">
          {summary}
        </p>
        {/* Disabled while sending, so that the form shows what was sent. */}
        <fieldset className="contents" disabled={isSending(state)} data-waiting={retryProgress(state) && ''}>
          {isOpen ? (
            <>
              <TextField {...text('first_name')} autoComplete="given-name" />
              <TextField {...text('last_name')} autoComplete="family-name" />
              <TextField {...text('email')} type="email" autoComplete="email" hint={nearEmail} />
              <PhoneField form={form} error={errorOf('phone') ?? errorOf('countryCode')} />
            </>
          ) : (
            <RememberedPerson
              person={values}
              onChange={() => focusAfter(() => setOpen(true), 'form input')}
              onSomebodyElse={() => focusAfter(form.signUpStranger, 'form input')}
              onForget={() => focusAfter(form.forget, 'form input')}
            />
          )}
          {(form.asked.length > 0 || form.refused.has('answers')) &&
            (!isFull(shifts, state) || hasAnswers) && (
              <Suspense fallback={<Skeleton className="h-80" />}>
                <SignupQuestions
                  questions={form.asked}
                  roles={form.chosen}
                  organization={event.organization.name}
                  answers={values.answers}
                  refused={form.refused}
                  isChecked={form.problemOf('answers') !== undefined}
                  onChange={(answers) => change('answers', answers)}
                  onChanged={onChanged}
                />
              </Suspense>
            )}
          <Suspense fallback={<div className="h-12" />}>
            <PeopleFields
              others={values.others}
              spots_left={Math.min(...shifts.map(({ spots_left }) => spots_left))}
              min_age={min_age}
              asked={form.asked}
              roles={form.chosen}
              inLine={isJoining ? values.first_name : undefined}
              refused={form.refused}
              isChecked={errorOf('others') !== undefined}
              onChange={(others) => change('others', others)}
            />
          </Suspense>
          <p className="text-meta text-ink-2">
            {t(`who_sees.${event.public_names}`, { organization: event.organization.name })}
          </p>
          <NoteField
            form={form}
            organization={event.organization.name}
            isShiftFull={isFull(shifts, state)}
            error={errorOf('note')}
          />
          {isOpen && !form.isAnother && (
            <Checkbox
              name="remember"
              label={t('remember')}
              hint={t('remember_hint')}
              checked={values.remember}
              onChange={({ currentTarget }) => change('remember', currentTarget.checked)}
            />
          )}
          <div>
            <Checkbox
              name="acceptedTerms"
              label={
                values.others.length > 0 && !isJoining ? (
                  <Suspense fallback={<>{t('acceptedTerms')}</>}>
                    <AcceptLabel others={values.others} min_age={min_age} />
                  </Suspense>
                ) : (
                  t('accept_terms', { age: Math.max(terms.minimum_age, min_age ?? 0) })
                )
              }
              checked={values.acceptedTerms}
              error={errorOf('acceptedTerms')}
              onChange={({ currentTarget }) => change('acceptedTerms', currentTarget.checked)}
              onBlur={() => touch('acceptedTerms')}
              aria-required
            />
            <Button kind="quiet" className="ml-6" onClick={openTerms}>
              {t('read_terms')}
            </Button>
            <FormError text={Terms === 'lost' ? t('terms_failed') : undefined} />
          </div>
        </fieldset>
      </form>
      <SignupFoot
        event={event}
        shifts={shifts}
        live={live}
        state={state}
        people={values.others.length + 1}
        formId={FORM_ID}
        onStop={form.stop}
        onJoin={(shift) => void submit(() => form.join(shift))}
      />
      {Terms && Terms !== 'lost' && (
        <Terms onAccept={() => change('acceptedTerms', true)} onClose={() => setTerms(undefined)} />
      )}
    </>
  )
}

type RememberedPersonProps = {
  person: Person
  onChange: () => void
  onSomebodyElse: () => void
  onForget: () => void
}

/** D45 */
function RememberedPerson({ person, onChange, onSomebodyElse, onForget }: RememberedPersonProps) {
  const t = useText()
  return (
    <div>
      <div className={cardClass({ padding: 'none', className: 'flex items-start gap-3.5 py-4 pr-2 pl-5' })}>
        <Avatar name={fullName(person)} size="large" />
        <div className="min-w-0 flex-1 wrap-anywhere" translate="no">
          <p className="text-lead/tight font-semibold">{fullName(person)}</p>
          <p className="text-compact text-ink-2">{person.email}</p>
          <p className="text-compact text-ink-2 tabular-nums">{person.phone}</p>
        </div>
        <Button kind="quiet" onClick={onChange}>
          {t('change')}
        </Button>
      </div>
      <p className="mt-1 flex flex-wrap items-center px-1.5 text-meta text-ink-3">
        {t('remembered')}
        <Button kind="quiet" onClick={onSomebodyElse}>
          {t('somebody_else')}
        </Button>
        <Button kind="quiet" onClick={onForget}>
          {t('forget')}
        </Button>
      </p>
    </div>
  )
}

type NoteFieldProps = Pick<SignupFormProps, 'form'> & {
  organization: string
  isShiftFull: boolean
  error: string | undefined
}

/** V4. Not shown on a full shift, which takes no note. If the shift fills while it is shown, it stays and says so. */
function NoteField({ form: { values, change, touch }, organization, isShiftFull, error }: NoteFieldProps) {
  const t = useText()
  const [wasFull] = useState(isShiftFull)
  if (isShiftFull && wasFull && values.note === '') return null
  return (
    <TextArea
      label={t('note')}
      hint={isShiftFull ? t('note_not_sent') : t('note_hint', { organization })}
      optional
      error={isShiftFull ? undefined : error}
      name="note"
      rows={2}
      readOnly={isShiftFull}
      value={values.note}
      onChange={({ currentTarget }) => change('note', currentTarget.value)}
      onBlur={() => touch('note')}
    />
  )
}
