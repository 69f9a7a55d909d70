import type { Role } from '@muster/contract/events'
import { LIMITS } from '@muster/contract/rules/text'
import { type KeyboardEvent, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { announce } from '../../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../../ui/hooks/use-focus-next.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import type { EventDraft } from '../event-draft.ts'
import { faultOf, linesOf, newQuestion, type QuestionDraft, questionsOfRoles } from './question-draft.ts'
import { QuestionForm } from './question-form.tsx'
import { useText } from './texts.ts'

/** D51: builds the questions of a sign-up. They are saved with the form. */
export function QuestionPanel({ form, roles }: { form: UseFormReturn<EventDraft>; roles: readonly Role[] }) {
  const t = useText()
  const focusNext = useFocusNext()
  const [opened, setOpened] = useState<string>()
  const {
    field: { value, onChange, ref },
    fieldState: { error },
  } = useController({
    control: form.control,
    name: 'questions',
    rules: {
      validate: (drafts) =>
        questionsOfRoles(drafts, roles).every((draft) => !faultOf(draft)) || t('label_required'),
    },
  })
  const questions = questionsOfRoles(value, roles)
  // At each press of Save the first one that is wrong is opened, so that its fields can be focused.
  const { submitCount } = form.formState
  const [checked, setChecked] = useState(submitCount)
  if (checked !== submitCount) {
    setChecked(submitCount)
    if (error) setOpened(questions.find(faultOf)?.key)
  }

  const change = (draft: QuestionDraft) =>
    onChange(questions.map((each) => (each.key === draft.key ? draft : each)))
  const move = (draft: QuestionDraft, step: 1 | -1) => {
    const from = questions.indexOf(draft)
    const to = from + step
    if (to < 0 || to >= questions.length) return
    onChange(questions.filter((each) => each !== draft).toSpliced(to, 0, draft))
    announce(t('moved', { name: nameOf(draft), place: to + 1, count: questions.length }))
    focusNext(moveUpId(draft))
  }
  const remove = (draft: QuestionDraft) => {
    onChange(questions.filter((each) => each !== draft))
    announce(t('deleted', { name: nameOf(draft) }))
    focusNext(ADD_ID)
  }
  const nameOf = ({ label }: QuestionDraft) => label.trim() || t('unnamed')

  return (
    <>
      {questions.length === 0 && <p className="text-meta text-ink-2">{t('none')}</p>}
      {questions.length > 0 && (
        <ul className="rounded-control border border-line">
          {questions.map((draft, place) => (
            <li key={draft.key} className="not-first:border-t not-first:border-line">
              <QuestionRow
                draft={draft}
                name={nameOf(draft)}
                roles={roles}
                isFirst={place === 0}
                isOpen={draft.key === opened}
                onOpen={() => setOpened(draft.key === opened ? undefined : draft.key)}
                onMove={(step) => move(draft, step)}
                onRemove={() => remove(draft)}
              />
              {draft.key === opened && (
                <QuestionForm
                  draft={draft}
                  roles={roles}
                  fault={error && faultOf(draft)}
                  focusRef={ref}
                  onChange={change}
                  onDone={() => {
                    setOpened(undefined)
                    focusNext(editId(draft))
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          id={ADD_ID}
          kind="line"
          disabled={questions.length >= LIMITS.questions}
          onClick={() => {
            const added = newQuestion()
            onChange([...questions, added])
            setOpened(added.key)
          }}
        >
          <Icon name="plus" />
          {t('add')}
        </Button>
      </div>
      <p className="text-hint text-ink-3">
        {questions.length >= LIMITS.questions && `${t('most', { count: LIMITS.questions })} `}
        {questions.length > 1 && `${t('order_hint')} `}
        {t('who_sees')}
      </p>
    </>
  )
}

type QuestionRowProps = {
  draft: QuestionDraft
  name: string
  roles: readonly Role[]
  isFirst: boolean
  isOpen: boolean
  onOpen: () => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

function QuestionRow({ draft, name, roles, isFirst, isOpen, onOpen, onMove, onRemove }: QuestionRowProps) {
  const t = useText()
  const { kind, options, required, role_ids } = draft
  const asked = roles.filter(({ id }) => role_ids.includes(id)).map((role) => role.name)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined
    if (!step) return
    event.preventDefault()
    onMove(step)
  }
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 py-1.5 pr-1 pl-3">
      <div className="min-w-0 flex-1 basis-40">
        <b className="block leading-snug wrap-anywhere">{name}</b>
        <p className="text-hint text-ink-3 wrap-anywhere">
          {[
            t(`is.${kind}`, { options: linesOf(options).join(', ') }),
            asked.length > 0 ? asked.join(', ') : t('all_roles'),
            required && t('must'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="ml-auto flex flex-none">
        <IconButton
          id={moveUpId(draft)}
          label={t('move_up', { name })}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          className="off:opacity-40"
          aria-disabled={isFirst}
          onKeyDown={onKeyDown}
          onClick={() => onMove(-1)}
        >
          <Icon name="up" size="small" />
        </IconButton>
        <IconButton
          id={editId(draft)}
          label={t('edit_named', { name })}
          aria-expanded={isOpen}
          onKeyDown={onKeyDown}
          onClick={onOpen}
        >
          <Icon name="pencil" size="small" />
        </IconButton>
        <IconButton label={t('delete_named', { name })} onKeyDown={onKeyDown} onClick={onRemove}>
          <Icon name="cross" size="small" />
        </IconButton>
      </div>
    </div>
  )
}

const ADD_ID = 'add-question'
const moveUpId = ({ key }: QuestionDraft) => `move-up-${key}`
const editId = ({ key }: QuestionDraft) => `edit-question-${key}`
