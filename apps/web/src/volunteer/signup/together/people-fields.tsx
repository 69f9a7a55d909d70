import type { OtherPerson } from '@muster/contract/rules/contact'
import { checkName } from '@muster/contract/rules/contact'
import type { Question } from '@muster/contract/rules/questions'
import { MOST_PEOPLE_AT_ONCE } from '@muster/contract/rules/shifts-at-once'
import { isTooYoung } from '@muster/contract/rules/volunteer-limits'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { fieldsClass } from '../../../ui/controls/field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Icon } from '../../../ui/page/icon.tsx'
import { QuestionFields } from '../../answers/question-fields.tsx'
import { focusAfter } from '../focus.ts'
import { useText } from '../texts.ts'
import { useTogetherText } from './texts.ts'

type PeopleFieldsProps = {
  others: readonly OtherPerson[]
  /** Free places on the shift that has fewest. */
  spots_left: number
  min_age: number | null
  /** D51: each of them answers these. */
  asked: readonly Question[]
  roles: readonly { id: string; name: string }[]
  /** First name of the contact, for whom alone the form joins the line of a full shift (D44). */
  inLine: string | undefined
  /** The server's sentences by path. */
  refused: ReadonlyMap<string, string>
  /** Whether what is missing is shown. */
  isChecked: boolean
  onChange: (others: readonly OtherPerson[]) => void
}

/** D54: the people beside the contact, at whose address all of them get their e-mails. */
export default function PeopleFields({
  others,
  spots_left,
  min_age,
  asked,
  roles,
  inLine,
  refused,
  isChecked,
  onChange,
}: PeopleFieldsProps) {
  const t = useTogetherText()
  const count = others.length + 1
  const change = (at: number, changed: Partial<OtherPerson>) =>
    onChange(others.map((other, index) => (index === at ? { ...other, ...changed } : other)))
  const add = () => {
    onChange([...others, { first_name: '', last_name: '', minor: false, answers: {} }])
  }
  const remove = (at: number) =>
    focusAfter(() => onChange(others.filter((_, index) => index !== at)), '[data-add-person]')
  const isInLine = inLine !== undefined
  if (isInLine && others.length === 0) return null
  return (
    <div className="grid gap-5">
      {isInLine && (
        <output className="block rounded-control bg-wait-soft px-4 py-3">
          {t('one_in_line', { name: inLine.trim() || t('you') })}
        </output>
      )}
      {others.map((other, at) => (
        <PersonFields
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled and have no state.
          key={at}
          number={at + 2}
          person={other}
          min_age={min_age}
          isChecked={isChecked}
          {...{ asked, roles }}
          refused={refused}
          onChange={(changed) => change(at, changed)}
          onRemove={() => remove(at)}
        />
      ))}
      {count > 1 && spots_left > 0 && spots_left < count && (
        <output className="block rounded-control bg-wait-soft px-4 py-3">
          {t('too_few', { count: spots_left, people: count })}
        </output>
      )}
      {others.some(({ minor }) => minor) && <p className="text-meta text-ink-2">{t('not_shown')}</p>}
      {count < MOST_PEOPLE_AT_ONCE && !isInLine && (
        <Button
          kind="line"
          data-add-person
          onClick={() => focusAfter(add, `[name="first_name_${count + 1}"]`)}
        >
          <Icon name="plus" />
          {t('add')}
        </Button>
      )}
    </div>
  )
}

type PersonFieldsProps = {
  number: number
  person: OtherPerson
  min_age: number | null
  asked: readonly Question[]
  roles: readonly { id: string; name: string }[]
  refused: ReadonlyMap<string, string>
  isChecked: boolean
  onChange: (changed: Partial<OtherPerson>) => void
  onRemove: () => void
}

function PersonFields({
  number,
  person,
  min_age,
  asked,
  roles,
  refused,
  isChecked,
  onChange,
  onRemove,
}: PersonFieldsProps) {
  const t = useTogetherText()
  const formText = useText()
  const text = (field: 'first_name' | 'last_name') => {
    const problem = isChecked ? checkName(person[field]) : undefined
    return {
      label: formText(field),
      name: `${field}_${number}`,
      value: person[field],
      autoComplete: 'off',
      'aria-required': true,
      error: problem && formText(`problems.${problem}`),
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        onChange({ [field]: currentTarget.value }),
    }
  }
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="sr-only">{t('person', { number })}</legend>
      <div className="mb-2 flex items-center justify-between">
        <b aria-hidden>{t('person', { number })}</b>
        <Button kind="quiet" className="-mr-3" aria-label={t('remove_person', { number })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
      <div className={fieldsClass()}>
        <TextField {...text('first_name')} />
        <TextField {...text('last_name')} />
      </div>
      <Checkbox
        className="mt-2"
        name={`minor_${number}`}
        label={t('minor')}
        checked={person.minor}
        error={isTooYoung({ min_age }, person.minor) ? t('too_young', { age: min_age ?? 0 }) : undefined}
        onChange={({ currentTarget }) => onChange({ minor: currentTarget.checked })}
      />
      {asked.length > 0 && (
        <div className="mt-4 grid gap-5">
          <QuestionFields
            questions={asked}
            answers={person.answers}
            roleOf={({ role_ids }) => roles.find(({ id }) => role_ids.includes(id))?.name}
            refusalOf={({ id }) => {
              const sent = asked.filter((question) => person.answers[question.id] !== undefined)
              const at = sent.findIndex((question) => question.id === id)
              return refused.get(`people.${number - 1}.answers.${at}.value`)
            }}
            isChecked={isChecked}
            onChange={(answers) => onChange({ answers })}
          />
        </div>
      )}
    </fieldset>
  )
}
