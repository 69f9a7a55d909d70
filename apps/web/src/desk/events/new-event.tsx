import type { Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { browserTimeZone } from '../../format/dates.ts'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { useIsMounted } from '../../ui/hooks/use-is-mounted.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useShowRefusal } from '../../ui/hooks/use-show-refusal.ts'
import { cardClass } from '../../ui/page/card.ts'
import { useOrganization } from '../organizations/use-organization.ts'
import { bodyOfPlan, countPlan } from '../templates/plan.ts'
import { PlannedRoles } from '../templates/planned-roles.tsx'
import { PlannedShifts } from '../templates/planned-shifts.tsx'
import { TemplateChoice, useTemplateChoices } from '../templates/template-choice.tsx'
import { type TemplateName, templates } from '../templates/templates.ts'
import { type Plan, usePlan } from '../templates/use-plan.ts'
import { usePlanWords } from '../templates/use-plan-words.ts'
import { createEvent, eventsQuery, storeEvent } from './api.ts'
import { useEditorText } from './editor-texts.ts'
import { bodyOf, type EventDraft, emptyDraft, issueFields } from './event-draft.ts'
import { EventForm } from './event-form.tsx'
import { FormSections } from './form-sections.tsx'
import { daysOfTimes } from './new-draft.ts'
import { useText } from './texts.ts'
import { useFollowTimes } from './use-follow-times.ts'

const NOTHING = 'nothing'

/** `children`: what an event begins with, besides nothing and the templates (D47). */
export default function NewEvent({
  onUnsaved,
  onAdded,
  onCancel,
  children,
}: {
  onUnsaved: (isUnsaved: boolean) => void
  onAdded: (event: Event) => void
  onCancel: () => void
  children: ReactNode
}) {
  const t = useEditorText()
  const zone = useOrganization()?.time_zone ?? browserTimeZone()
  const form = useForm<EventDraft>({ mode: 'onTouched', defaultValues: emptyDraft(zone) })
  const [template, setTemplate] = useState<TemplateName>()
  const [starts, ends] = useWatch({ control: form.control, name: ['starts', 'ends'] })
  const plan = usePlan(template, daysOfTimes({ starts, ends }))
  const takeTimes = useFollowTimes(form)
  const { creation, problem } = useCreation({ form, plan: template && plan, onAdded })
  const choices = useTemplateChoices()
  const words = usePlanWords()
  const { isDirty } = form.formState
  const { setFocus } = form
  useReportUnsaved((isDirty || plan.isEdited) && !creation.isPending, onUnsaved)
  useEffect(() => setFocus('name'), [setFocus])

  const choose = (chosen: TemplateName | typeof NOTHING) => {
    setTemplate(chosen === NOTHING ? undefined : chosen)
    if (chosen !== NOTHING) takeTimes(templates[chosen])
  }
  const nothing = { value: NOTHING, name: t('from.nothing'), words: t('from.by_hand'), glyph: [] } as const
  const sum = `${words.roles(countPlan(plan.roles))}, ${words.shiftsAndPlaces(countPlan(plan.roles))}`
  return (
    <div className="grid grid-cols-1 items-start gap-x-14 gap-y-8 docked:grid-cols-[minmax(0,640px)_minmax(0,424px)]">
      <section className={cardClass()}>
        <EventForm
          title={t('form.add')}
          isTitleHidden
          form={form}
          submit={t('form.create')}
          next={
            <p className="flex-[1_1_160px] self-center text-compact text-ink-3">
              {template ? sum : t('form.next')}
            </p>
          }
          busy={creation.isPending}
          error={problem}
          onSubmit={(draft) => creation.mutate(draft)}
          onCancel={onCancel}
        >
          <FormSections form={form} />
        </EventForm>
      </section>
      <div className="grid grid-cols-1 gap-6">
        <ReadOnly value={creation.isPending}>
          <TemplateChoice
            legend={t('from.title')}
            look="list"
            choices={[nothing, ...choices]}
            value={template ?? NOTHING}
            onChoose={choose}
          />
          {template && (
            <section className={cardClass({ padding: 'small' })} aria-label={t('from.plan')}>
              <PlannedRoles plan={plan} />
              <div className="mt-4">
                <PlannedShifts plan={plan} />
              </div>
            </section>
          )}
        </ReadOnly>
        {children}
      </div>
    </div>
  )
}

type Creation = {
  form: UseFormReturn<EventDraft>
  plan: Plan | undefined
  onAdded: (event: Event) => void
}

function useCreation({ form, plan, onAdded }: Creation) {
  const words = useText()
  const client = useQueryClient()
  const isMounted = useIsMounted()
  const showRefusal = useShowRefusal(form, issueFields)
  const [problem, setProblem] = useState<string>()
  const creation = useMutation({
    mutationFn: (draft: EventDraft) =>
      createEvent({ ...bodyOf(draft), ...(plan && { roles: bodyOfPlan(plan.roles, draft.time_zone) }) }),
    onMutate: () => setProblem(undefined),
    onSuccess: (event) => {
      storeEvent(client, event)
      if (isMounted()) onAdded(event)
    },
    onError: (error) => showRefusal(error, words('errors.save'), setProblem),
    // Also after an error, because the event may be saved and only the answer lost.
    onSettled: () => void client.invalidateQueries(eventsQuery()),
  })
  return { creation, problem }
}
