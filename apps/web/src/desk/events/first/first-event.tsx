import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { currentOrganization } from '../../../api/current-organization.ts'
import { refreshOrganization } from '../../../api/organization-key.ts'
import { browserTimeZone } from '../../../format/dates.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ReadOnly } from '../../../ui/controls/read-only.ts'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { announce } from '../../../ui/feedback/live-region.tsx'
import { useReportUnsaved } from '../../../ui/hooks/use-report-unsaved.ts'
import { useShowRefusal } from '../../../ui/hooks/use-show-refusal.ts'
import { useDiscardQuestion } from '../../../ui/overlays/use-discard-question.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import { useOrganization } from '../../organizations/use-organization.ts'
import { bodyOfPlan, countPlan } from '../../templates/plan.ts'
import { PlannedRoles } from '../../templates/planned-roles.tsx'
import { PlannedShifts } from '../../templates/planned-shifts.tsx'
import { type TemplateName, templates } from '../../templates/templates.ts'
import { type Plan, usePlan } from '../../templates/use-plan.ts'
import { usePlanWords } from '../../templates/use-plan-words.ts'
import { createEvent, storeEvent } from '../api.ts'
import { bodyOf, type EventDraft, issueFields } from '../event-draft.ts'
import { daysOfTimes, firstDraft } from '../new-draft.ts'
import { BasicFields } from './basic-fields.tsx'
import { lookAround } from './look-around.ts'
import { FirstHead, StepHeading } from './steps.tsx'
import { useText } from './texts.ts'
import '../../../styles/templates.css'

const FIRST_TEMPLATE = 'market'

/** An organisation without events begins here: everything of its first event is made at once, as a draft (D47). */
export default function FirstEvent() {
  const zone = useOrganization()?.time_zone ?? browserTimeZone()
  const id = useId()
  const [template, setTemplate] = useState<TemplateName | undefined>(FIRST_TEMPLATE)
  const form = useForm<EventDraft>({
    mode: 'onTouched',
    defaultValues: firstDraft(templates[FIRST_TEMPLATE], zone),
  })
  const [starts, ends] = useWatch({ control: form.control, name: ['starts', 'ends'] })
  const plan = usePlan(template, daysOfTimes({ starts, ends }))
  const { creation, problem } = useCreation(form, plan)
  const { markUnsaved, question } = useDiscardQuestion()
  const { isDirty } = form.formState
  useReportUnsaved((isDirty || plan.isEdited) && !creation.isPending && !creation.isSuccess, markUnsaved)

  return (
    <>
      <FirstHead current="event" />
      <div className="first-event">
        <ReadOnly value={creation.isPending}>
          <form
            id={id}
            className={cardClass({ className: '@container' })}
            noValidate
            onSubmit={form.handleSubmit((values) => creation.mutate(values))}
          >
            <StepHeading step="event" isOn />
            <BasicFields form={form} template={template} onTemplate={setTemplate} />
          </form>
          <PlanParts plan={plan}>
            <FirstFoot form={id} plan={plan} isBusy={creation.isPending} problem={problem} />
          </PlanParts>
        </ReadOnly>
      </div>
      {question}
    </>
  )
}

function PlanParts({ plan, children }: { plan: Plan; children: ReactNode }) {
  const t = useText()
  const words = usePlanWords()
  return (
    <section className={cardClass({ padding: 'none' })}>
      <div className="p-5 tablet:p-6">
        <StepHeading step="roles" words={t('what_people_do')} />
        <PlannedRoles plan={plan} />
        <div className="mt-5">
          <StepHeading step="shifts" words={words.shiftsAndPlaces(countPlan(plan.roles))} />
          <PlannedShifts plan={plan} />
        </div>
      </div>
      {children}
    </section>
  )
}

type FootProps = { form: string; plan: Plan; isBusy: boolean; problem: string | undefined }

function FirstFoot({ form, plan, isBusy, problem }: FootProps) {
  const t = useText()
  const words = usePlanWords()
  const counts = countPlan(plan.roles)
  return (
    <div className="first-foot">
      <FormError text={problem} className="w-full" />
      <p>
        <b>{t('sum', { roles: words.roles(counts), shifts: words.shifts(counts) })}</b>
        <span>{t('draft')}</span>
      </p>
      <Button kind="quiet" aria-disabled={isBusy} onClick={() => isBusy || lookAround(currentOrganization())}>
        {t('look_around')}
      </Button>
      <Button type="submit" form={form} busy={isBusy && t('creating')}>
        {t('create')}
      </Button>
    </div>
  )
}

function useCreation(form: UseFormReturn<EventDraft>, plan: Plan) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const showRefusal = useShowRefusal(form, issueFields)
  const [problem, setProblem] = useState<string>()
  const creation = useMutation({
    mutationFn: (draft: EventDraft) =>
      createEvent({ ...bodyOf(draft), roles: bodyOfPlan(plan.roles, draft.time_zone) }),
    onMutate: () => setProblem(undefined),
    onSuccess: (event) => announce(t('created', { name: event.name })),
    onError: (error) => showRefusal(error, t('failed'), setProblem),
  })
  const { data: created } = creation
  // After the render in which nothing is unsaved any more.
  useEffect(() => {
    if (!created) return
    void navigate(paths.event(created.id, '/link'))
    storeEvent(client, created)
    void refreshOrganization(client)
  }, [created, client, navigate])
  return { creation, problem }
}
