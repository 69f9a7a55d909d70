import type { LogEntry } from '@muster/contract/log'
import type { LogAction } from '@muster/contract/rules/log-action'
import { dateFormat } from '../../format/dates.ts'
import { useLanguage } from '../../i18n/language.ts'
import { type en, useText } from './texts.ts'

type Named = { name: string | null } | undefined

/** A1: "Maja moved the shift of Kafé on Sat 28 November 10:00–14:00", as it was then. */
export function useSentence() {
  const t = useText()
  const language = useLanguage()

  function whoOf({ actor: { kind, name } }: LogEntry): string {
    if (kind === 'operator') return t('operator')
    if (kind === 'link') return t('link')
    if (kind === 'api_key') return name === null ? t('gone.key') : t('key', { name })
    return name ?? t('gone.account')
  }

  function peopleOf({ people = [] }: LogEntry, first = people[0]?.name ?? t('gone.person')): string {
    return people.length > 1 ? t('people_more', { first, count: people.length - 1 }) : first
  }

  function shiftOf({ shift }: LogEntry): string {
    if (!shift) return ''
    const { day, timeRange } = dateFormat(language, shift.time_zone)
    const { role_name: role, start_dt, end_dt } = shift
    return t('shift', { role, day: day(start_dt), time: timeRange(start_dt, end_dt) })
  }

  function namedOf(kind: keyof typeof en.named, subject: Named): string {
    return subject?.name ? t(`named.${kind}`, { name: subject.name }) : t(`gone.${kind}`)
  }

  /** Returns "a role" for a role removed with its event, because the sentence says of the event that it was removed. */
  function roleOf(entry: LogEntry): string {
    const { role, event } = entry
    const name = role?.name ?? formerName(entry, 'role.removed')
    return name || event?.name ? namedOf('role', { name }) : t('some_role')
  }

  function eventOf(entry: LogEntry): string {
    return namedOf('event', { name: entry.event?.name ?? formerName(entry, 'event.removed') })
  }

  return {
    whoOf,
    /** What one call did to many things. `number`: how many they are, in words. */
    sentenceOfMany: (entries: readonly [LogEntry, ...LogEntry[]], number: string): string => {
      const [entry] = entries
      const key = kindOfMany(entries)
      return t(`many.${key}`, { who: whoOf(entry), event: eventOf(entry), number, count: entries.length })
    },
    /** `first`: stands for the name of the first person, if it is given. */
    sentenceOf: (entry: LogEntry, first?: string): string =>
      t(`did.${keyOf(entry)}`, {
        who: whoOf(entry),
        people: peopleOf(entry, first),
        shift: shiftOf(entry),
        event: eventOf(entry),
        role: roleOf(entry),
        account: entry.member?.name ?? t('gone.account'),
        member: entry.member?.name ?? t('gone.member'),
        invitation: entry.invitation?.name ?? t('gone.invitation'),
        api_key: namedOf('api_key', entry.api_key),
      }),
  }
}

/** The name that a removed thing had. */
function formerName({ action, changes }: LogEntry, removal: LogAction): string | null {
  const name = action === removal && changes.find(({ field }) => field === 'name')?.before
  return typeof name === 'string' ? name : null
}

function kindOfMany(entries: readonly [LogEntry, ...LogEntry[]]) {
  const actions = new Set(entries.map(({ action }) => action))
  if (actions.has('event.added')) return 'event_added'
  const [action] = actions
  if (actions.size > 1) return 'mixed'
  return action === 'shift.added'
    ? 'shift_added'
    : action === 'shift.removed'
      ? 'shift_removed'
      : 'shift_changed'
}

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
