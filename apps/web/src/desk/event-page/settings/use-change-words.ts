import type { Event } from '@muster/contract/events'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useDateFormat } from '../../../format/dates.ts'
import { zoneInWords } from '../../../format/time-zones.ts'
import { isWall } from '../../../ui/controls/clock/wall.ts'
import { useEditorText } from '../../events/editor-texts.ts'
import { draftOf, type EventDraft } from '../../events/event-draft.ts'
import { useVolunteerText } from '../../events/volunteers/texts.ts'
import { useText } from './texts.ts'

const fields = [
  'name',
  'location',
  'starts',
  'ends',
  'time_zone',
  'description',
  'notes',
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
  'questions',
  'cancel_until',
  'unanswered',
  'reminder',
  'reminder_sms',
  'contact_email',
  'contact_phone',
] as const satisfies readonly (keyof EventDraft)[]
type Field = (typeof fields)[number]

/** Says each change: "Until: Thu 26 November 18:00, was Wed 25 November 18:00". Long texts only by their name. */
export function useChangeWords(event: Event, form: UseFormReturn<EventDraft>): string[] {
  const t = useText()
  const labels = useLabels()
  const valueOf = useValueWords(event)
  const before = draftOf(event)
  const { questions: _questions, ...typed } = useWatch({ control: form.control })
  const after = { ...before, ...typed }
  const { dirtyFields } = form.formState
  const changed = fields.filter((field) => dirtyFields[field])
  // Only a part of another field was changed.
  if (changed.length === 0) return [t('other')]
  return changed.map((field) => {
    const [now, was] = [valueOf(field, after), valueOf(field, before)]
    if (now === undefined || was === undefined) return labels[field]
    return t('change', { label: labels[field], now: now || t('nothing'), was: was || t('nothing') })
  })
}

function useLabels(): Record<Field, string> {
  const t = useEditorText()
  const words = useVolunteerText()
  const settings = useText()
  return {
    name: t('form.name'),
    location: t('form.location'),
    starts: t('form.starts'),
    ends: t('form.ends'),
    time_zone: t('form.zone'),
    description: t('form.description'),
    notes: t('form.notes'),
    signup: words('signup.state'),
    opens: words('signup.opens'),
    closes: words('signup.closes'),
    public_names: t('form.public_names'),
    waiting_list: words('waiting_list'),
    late_signup: words('late_signup'),
    certificates: words('certificates'),
    swap: words('swap.legend'),
    approval: words('approval.legend'),
    max_shifts: words('limits.max_shifts'),
    min_rest_hours: words('limits.min_rest_hours'),
    questions: settings('section.questions'),
    cancel_until: words('cancel_until'),
    unanswered: words('unanswered'),
    reminder: words('reminder'),
    reminder_sms: words('reminder_sms'),
    contact_email: t('form.contact_email'),
    contact_phone: t('form.contact_phone'),
  }
}

/** The value of a field in words; undefined for those of many words. */
function useValueWords({ time_zone }: Event) {
  const t = useText()
  const editor = useEditorText()
  const words = useVolunteerText()
  const format = useDateFormat(time_zone)
  const at = (wall: string) =>
    isWall(wall) ? `${format.calendarDay(wall.slice(0, 10))} ${wall.slice(11)}` : ''
  return (field: Field, draft: EventDraft): string | undefined => {
    switch (field) {
      case 'starts':
      case 'ends':
      case 'opens':
      case 'closes':
        return at(draft[field])
      case 'time_zone':
        return zoneInWords(draft.time_zone)
      case 'signup':
        return words(`signup.${draft.signup}`)
      case 'public_names':
        return editor(`form.names_${draft.public_names}`)
      case 'waiting_list':
      case 'late_signup':
      case 'certificates':
      case 'reminder_sms':
        return t(draft[field] ? 'on' : 'off')
      case 'swap':
        return words(`swap.${draft.swap}`)
      case 'approval':
        return words(`approval.${draft.approval}`)
      case 'reminder':
        return draft.reminder === 'none'
          ? words('reminder_none')
          : words('reminder_hours', { count: Number(draft.reminder) })
      case 'name':
      case 'location':
      case 'contact_email':
      case 'contact_phone':
      case 'max_shifts':
      case 'min_rest_hours':
        return draft[field]
      default:
        return undefined
    }
  }
}
