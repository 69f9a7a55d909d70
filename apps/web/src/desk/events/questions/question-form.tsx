import type { Role } from '@muster/contract/events'
import { hasOptions, questionKinds } from '@muster/contract/rules/question-kind'
import { LIMITS } from '@muster/contract/rules/text'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { labelClass } from '../../../ui/controls/field.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { TextArea, TextField } from '../../../ui/controls/text-field.tsx'
import type { faultOf, QuestionDraft } from './question-draft.ts'
import { useText } from './texts.ts'

type QuestionFormProps = {
  draft: QuestionDraft
  roles: readonly Role[]
  fault: ReturnType<typeof faultOf>
  /** Of the field that is focused when something is wrong. */
  focusRef: (field: HTMLElement | null) => void
  onChange: (draft: QuestionDraft) => void
  onDone: () => void
}

export function QuestionForm({ draft, roles, fault, focusRef, onChange, onDone }: QuestionFormProps) {
  const t = useText()
  const id = useId()
  const label = useRef<HTMLDivElement>(null)
  useEffect(() => label.current?.querySelector('input')?.focus(), [])
  const set = (given: Partial<QuestionDraft>) => onChange({ ...draft, ...given })
  const toggle = (role_id: string) => {
    const others = draft.role_ids.filter((each) => each !== role_id)
    return others.length < draft.role_ids.length ? others : [...others, role_id]
  }
  return (
    <div ref={label} className="grid gap-4 rounded-b-control bg-sunken px-3 pt-3 pb-4">
      <TextField
        ref={fault === 'options_needed' ? undefined : focusRef}
        label={t('label')}
        autoComplete="off"
        maxLength={LIMITS.question}
        value={draft.label}
        error={fault === 'label_required' ? t(fault) : undefined}
        onChange={({ currentTarget }) => set({ label: currentTarget.value })}
      />
      <NativeSelect
        label={t('kind')}
        value={draft.kind}
        onChange={({ currentTarget: { value } }) =>
          set({ kind: questionKinds.find((kind) => kind === value) ?? 'text' })
        }
      >
        {questionKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kinds.${kind}`)}
          </option>
        ))}
      </NativeSelect>
      {hasOptions(draft.kind) && (
        <TextArea
          ref={fault === 'options_needed' ? focusRef : undefined}
          label={t('options')}
          hint={t('options_hint')}
          rows={3}
          value={draft.options}
          error={fault === 'options_needed' ? t(fault) : undefined}
          onChange={({ currentTarget }) => set({ options: currentTarget.value })}
        />
      )}
      <Checkbox
        label={t('required')}
        hint={t('required_hint')}
        checked={draft.required}
        onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
      />
      {roles.length > 1 && (
        <fieldset aria-describedby={id}>
          <legend className={labelClass}>{t('for_roles')}</legend>
          <div className="grid gap-x-4 tablet:grid-cols-2">
            {roles.map((role) => (
              <Checkbox
                key={role.id}
                label={role.name}
                checked={draft.role_ids.includes(role.id)}
                onChange={() => set({ role_ids: toggle(role.id) })}
              />
            ))}
          </div>
          <p id={id} className="mt-1.5 text-hint text-ink-3">
            {t('for_roles_hint')}
          </p>
        </fieldset>
      )}
      <Checkbox
        label={t('delete_after_event')}
        hint={t('delete_after_event_hint')}
        checked={draft.delete_after_event}
        onChange={({ currentTarget }) => set({ delete_after_event: currentTarget.checked })}
      />
      <div>
        <Button kind="line" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  )
}
