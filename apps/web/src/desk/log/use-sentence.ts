import type { LogEntry } from '@muster/contract/log'
import type { LogAction } from '@muster/contract/rules/log-action'
import { dateFormat } from '../../format/dates.ts'
import { useLanguage } from '../../i18n/language.ts'
import { en, useText } from './texts.ts'

type Named = { name: string | null } | undefined

/** A1: "Maja moved a shift of Kafé on Sat 28 November", with the names of today. */
export function useSentence() {
  const t = useText()
  const language = useLanguage()

  function whoOf({ actor: { kind, name } }: LogEntry): string {
    if (kind === 'operator') return t('operator')
    if (kind === 'link') return t('link')
    if (kind === 'api_key') return name === null ? t('gone.key') : t('key', { name })
    return name ?? t('gone.account')
  }

  function peopleOf({ people = [] }: LogEntry): string {
    const first = people[0]?.name ?? t('gone.person')
    return people.length > 1 ? t('people_more', { first, count: people.length - 1 }) : first
  }

  function shiftOf({ shift, role }: LogEntry): string {
    const name = role?.name
    if (!shift?.start_dt || !shift.time_zone) return name ? t('shift_gone', { role: name }) : t('gone.shift')
    const day = dateFormat(language, shift.time_zone).day(shift.start_dt)
    return name ? t('shift_of_on', { role: name, day }) : t('shift_on', { day })
  }

  function namedOf(kind: keyof typeof en.named, subject: Named): string {
    return subject?.name ? t(`named.${kind}`, { name: subject.name }) : t(`gone.${kind}`)
  }

  /** Returns "a role" for a role removed with its event, because the sentence says of the event that it was removed. */
  function roleOf({ role, event }: LogEntry): string {
    return role?.name || event?.name ? namedOf('role', role) : t('some_role')
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
        shift_before: entry.role?.name ? t('shift_of', { role: entry.role.name }) : t('some_shift'),
        event: namedOf('event', entry.event),
        role: roleOf(entry),
        account: entry.member?.name ?? t('gone.account'),
        member: entry.member?.name ?? t('gone.member'),
        invitation: entry.invitation?.name ?? t('gone.invitation'),
        api_key: namedOf('api_key', entry.api_key),
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
