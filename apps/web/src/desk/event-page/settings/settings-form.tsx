import type { Event, Role } from '@muster/contract/events'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { useDateFormat } from '../../../format/dates.ts'
import { showUndoable } from '../../../ui/consequences/undo-batch.tsx'
import { isWall } from '../../../ui/controls/clock/wall.ts'
import { ReadOnly } from '../../../ui/controls/read-only.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useReportUnsaved } from '../../../ui/hooks/use-report-unsaved.ts'
import { cardClass } from '../../../ui/page/card.ts'
import { updateEventUndoably } from '../../events/api.ts'
import { DescriptionAndNotes, LocationField, NameField } from '../../events/basic-fields.tsx'
import { ContactFields } from '../../events/contact-fields.tsx'
import { DateQuestions, TellOfChanges } from '../../events/date-questions.tsx'
import type { EventDraft } from '../../events/event-draft.ts'
import { FormSection } from '../../events/form-section.tsx'
import { questionsOfRoles } from '../../events/questions/question-draft.ts'
import { QuestionPanel } from '../../events/questions/question-panel.tsx'
import { useText as useQuestionText } from '../../events/questions/texts.ts'
import { RolePanel } from '../../events/role-panel.tsx'
import { useSectionValues } from '../../events/section-values.ts'
import { TimeFields } from '../../events/time-fields.tsx'
import { useEventDraft } from '../../events/use-event-draft.ts'
import { SignupFields } from '../../events/volunteers/signup-fields.tsx'
import { VolunteerFields } from '../../events/volunteers/volunteer-fields.tsx'
import { SettingsBar } from './settings-bar.tsx'
import { useText } from './texts.ts'
import type { OpenSections } from './use-open-sections.ts'

const names = ['basics', 'roles', 'sign-up', 'questions', 'reminders', 'contact'] as const
export type SectionName = (typeof names)[number]

/** Of their texts. */
const keys = {
  basics: 'basics',
  roles: 'roles',
  'sign-up': 'sign_up',
  questions: 'questions',
  reminders: 'reminders',
  contact: 'contact',
} as const

/** Fields of each section, of which errors open it. Roles are saved by themselves. */
const sectionFields = {
  basics: ['name', 'location', 'starts', 'ends', 'time_zone', 'description', 'notes', 'shifts'],
  roles: [],
  'sign-up': [
    'signup',
    'opens',
    'closes',
    'public_names',
    'waiting_list',
    'late_signup',
    'certificates',
    'swap',
    'approval',
    'max_shifts',
    'min_rest_hours',
  ],
  questions: ['questions'],
  reminders: ['cancel_until', 'cancel_hours', 'unanswered', 'reminder', 'reminder_sms'],
  contact: ['contact_email', 'contact_phone'],
} satisfies Record<SectionName, readonly (keyof EventDraft)[]>

export function SettingsForm({
  event,
  roles,
  sections,
  onBusy,
  onUnsaved,
  onEnd,
}: {
  /** As the form is filled with it. */
  event: Event
  /** As they are now. */
  roles: Role[]
  sections: OpenSections
  /** Receives whether the form is changed or saved. */
  onBusy: (isBusy: boolean) => void
  onUnsaved: (isUnsaved: boolean) => void
  /** After the changes are saved or discarded, with the first section that had some. */
  onEnd: (section: SectionName) => void
}) {
  const t = useText()
  const [isRoleUnsaved, setIsRoleUnsaved] = useState(false)
  const [chosen, setChosen] = useState<boolean>()
  const batch = useRef<string>(null)
  const { form, base, save, problem, isUnsaved } = useEventDraft({
    event,
    chosen,
    update: async (...change) => {
      const { event: saved, batch_id } = await updateEventUndoably(...change)
      batch.current = batch_id
      return saved
    },
    onClose: (saved) => {
      const text = t('saved', { name: saved.name })
      if (batch.current) showUndoable(text, batch.current)
      else showToast(text)
      onEnd(changed)
    },
  })
  const { isDirty, dirtyFields } = form.formState
  const changed = names.find((name) => sectionFields[name].some((field) => dirtyFields[field])) ?? 'basics'
  const hasShifts = roles.some(({ shift_count }) => shift_count > 0)
  const submit = form.handleSubmit((draft) =>
    save.mutate({ ...draft, questions: questionsOfRoles(draft.questions, roles) }),
  )
  useReportUnsaved(isUnsaved || isRoleUnsaved, onUnsaved)
  useReportUnsaved(isDirty || save.isPending || isRoleUnsaved, onBusy)
  useSaveKey(isUnsaved, submit)

  const values = useValues(event, form.control, roles)
  const sectionOf = (name: SectionName, children: ReactNode) => (
    <FormSection
      form={form}
      id={name}
      title={t(`section.${keys[name]}`)}
      value={values[name]}
      fields={sectionFields[name]}
      className={cardClass({ padding: 'none', className: 'scroll-my-4 px-5 *:first:min-h-14' })}
      isOpen={sections.isOpen(name)}
      onToggle={(isOpen) => sections.toggle(name, isOpen)}
    >
      {children}
    </FormSection>
  )
  /** The roles between them have forms of their own, which cannot be inside another. */
  const partOf = (label: string, children: ReactNode) => (
    <form
      className="contents"
      noValidate
      aria-label={label}
      onSubmit={(sent) => {
        void submit(sent)
      }}
    >
      <ReadOnly value={save.isPending}>{children}</ReadOnly>
    </form>
  )
  return (
    <div className="mt-5 grid grid-cols-1 items-start gap-x-10 gap-y-4 desktop:grid-cols-[200px_minmax(0,720px)]">
      <SectionList />
      <div className="grid grid-cols-1 gap-3">
        {partOf(
          t('section.basics'),
          sectionOf(
            'basics',
            <>
              <NameField form={form} />
              <LocationField form={form} />
              <TimeFields form={form} zoneBefore={base.time_zone} />
              <DateQuestions form={form} event={base} hasShifts={hasShifts} />
              <DescriptionAndNotes form={form} />
            </>,
          ),
        )}
        {sectionOf(
          'roles',
          <RolePanel
            event={{ ...event, roles }}
            startHere={false}
            isUnsaved={isRoleUnsaved}
            onUnsaved={setIsRoleUnsaved}
          />,
        )}
        {partOf(
          t('form_rest'),
          <>
            {sectionOf('sign-up', <SignupFields form={form} />)}
            {sectionOf('questions', <QuestionPanel form={form} roles={roles} />)}
            {sectionOf('reminders', <VolunteerFields form={form} />)}
            {sectionOf('contact', <ContactFields form={form} />)}
          </>,
        )}
        {isDirty && (
          <SettingsBar
            form={form}
            event={base}
            busy={save.isPending}
            onSave={() => void submit()}
            problem={problem}
            onDiscard={() => {
              form.reset()
              onEnd(changed)
            }}
          >
            <TellOfChanges {...{ form, hasShifts, chosen }} event={base} onChoose={setChosen} />
          </SettingsBar>
        )}
      </div>
    </div>
  )
}

function SectionList() {
  const t = useText()
  const { search, hash } = useLocation()
  return (
    <nav aria-label={t('list')} className="desktop:sticky desktop:top-4">
      <ul className="flex flex-wrap gap-x-1 desktop:grid">
        {names.map((name) => (
          <li key={name}>
            {/* Without a new step in the history: leaving asks about what is unsaved. */}
            <Link
              replace
              to={{ search, hash: `#${name}` }}
              aria-current={hash === `#${name}` ? 'true' : undefined}
              className="flex min-h-10 items-center rounded-control px-3 font-semibold text-ink-2 no-underline hover:text-ink current:bg-primary-soft current:text-primary pointer-coarse:min-h-11"
            >
              {t(`section.${keys[name]}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The line that a folded section shows. */
function useValues(
  { time_zone }: Event,
  control: ReturnType<typeof useEventDraft>['form']['control'],
  roles: readonly Role[],
): Record<SectionName, string> {
  const t = useText()
  const questionText = useQuestionText()
  const draft = useWatch({ control })
  const count = questionsOfRoles(useWatch({ control, name: 'questions' }), roles).length
  const format = useDateFormat(time_zone)
  const values = useSectionValues(draft)
  const at = (wall = '') => (isWall(wall) ? `${format.calendarDay(wall.slice(0, 10))} ${wall.slice(11)}` : '')
  return {
    basics: [[at(draft.starts), at(draft.ends)].join(' – '), draft.location].filter(Boolean).join(' · '),
    roles: t('roles', { count: roles.length }),
    'sign-up': values.signup,
    questions: count > 0 ? questionText('count', { count }) : questionText('count_none'),
    reminders: values.volunteers,
    contact: values.contact,
  }
}

/** Ctrl S, which would save the page as a file. */
function useSaveKey(isUnsaved: boolean, submit: () => Promise<void>): void {
  const save = useEffectEvent(() => void submit())
  useEffect(() => {
    if (!isUnsaved) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      save()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isUnsaved])
}
