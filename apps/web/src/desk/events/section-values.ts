import type { DeepPartial } from 'react-hook-form'
import { isWall } from '../../ui/controls/clock/wall.ts'
import { useEditorText } from './editor-texts.ts'
import type { EventDraft } from './event-draft.ts'
import { useVolunteerText } from './volunteers/texts.ts'

/** What the folded parts of the form say of their values. */
export function useSectionValues(draft: DeepPartial<EventDraft>) {
  const t = useEditorText()
  const words = useVolunteerText()
  const {
    description,
    notes,
    signup = 'draft',
    opens = '',
    closes = '',
    contact_email,
    contact_phone,
  } = draft
  const { reminder = 'none', cancel_until = 'never', cancel_hours } = draft
  const cancelling = () => {
    if (cancel_until === 'never') return words('short.cancel_never')
    const hours = Number(cancel_until === 'other' ? cancel_hours : cancel_until)
    return hours === 0 ? words('short.cancel_start') : words('short.cancel', { count: hours })
  }
  const times = [
    signup !== 'closed' && isWall(opens) && words('short.opens', { at: spoken(opens) }),
    signup !== 'closed' && isWall(closes) && words('short.closes', { at: spoken(closes) }),
  ]
  return {
    texts: [description, notes].find((text) => text?.trim()) ?? t('form.no_texts'),
    signup: [words(`signup.${signup}`), ...times].filter(Boolean).join(' · '),
    volunteers: [
      reminder === 'none'
        ? words('short.reminder_none')
        : words('short.reminder', { count: Number(reminder) }),
      cancelling(),
    ].join(' · '),
    contact: [contact_email, contact_phone].filter(Boolean).join(' · ') || t('form.no_contact'),
  }
}

const spoken = (wall: string) => wall.replace('T', ' ')
