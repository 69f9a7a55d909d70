import type { LogEntry } from '@muster/contract/log'
import type { LogAction } from '@muster/contract/rules/log-action'
import { dateFormat } from '../../format/dates.ts'
import { useLanguage } from '../../i18n/language.ts'
import en from './en.ts'
import { useText } from './texts.ts'

/** A1: "Maja moved a shift of Kafé on Sat 28 November", with the names of today. */
export function useSentence() {
  const t = useText()
  const language = useLanguage()

  function whoOf({ actor: { kind, name } }: LogEntry): string {
    if (kind === 'operator') return t('operator')
    if (kind === 'api_key') return name === null ? t('gone.key') : t('key', { name })
    return name ?? t('gone.account')
  }

  function peopleOf({ people = [] }: LogEntry): string {
    const first = people[0]?.name ?? t('gone.person')
    return people.length > 1 ? t('people_more', { first, count: people.length - 1 }) : first
  }

  function shiftOf({ shift, role }: LogEntry): string {
    const name = role?.name ?? t('gone.role')
    if (!shift?.start_dt || !shift.time_zone) return t('shift_gone', { role: name })
    return t('shift_on', { role: name, day: dateFormat(language, shift.time_zone).day(shift.start_dt) })
  }

  /** A field of a later version keeps its own name. */
  function fieldsOf({ fields }: LogEntry): string {
    return fields.map((field) => (isKnown(field) ? t(`field.${field}`) : field)).join(', ')
  }

  return {
    whoOf,
    fieldsOf,
    sentenceOf: (entry: LogEntry): string =>
      t(`did.${keyOf(entry)}`, {
        who: whoOf(entry),
        people: peopleOf(entry),
        shift: shiftOf(entry),
        event: entry.event?.name ?? t('gone.event'),
        role: entry.role?.name ?? t('gone.role'),
        member: entry.member?.name ?? t('gone.member'),
        invitation: entry.invitation?.name ?? t('gone.invitation'),
        api_key: entry.api_key?.name ?? t('gone.api_key'),
      }),
  }
}

const isKnown = (field: string): field is keyof typeof en.field => Object.hasOwn(en.field, field)

/** Keys of texts contain no full stop. */
type Underscored<A extends string> = A extends `${infer Entity}.${infer Verb}` ? `${Entity}_${Verb}` : never

function keyOf({ action, fields }: LogEntry): Underscored<LogAction> | 'shift_moved' {
  if (action === 'shift.changed' && fields.some((field) => field === 'start_dt' || field === 'end_dt'))
    return 'shift_moved'
  return underscored(action)
}

function underscored<A extends LogAction>(action: A): Underscored<A>
function underscored(action: string): string {
  return action.replace('.', '_')
}
