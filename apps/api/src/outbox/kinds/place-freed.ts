import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { calendarEntry } from '../../mail/calendar-entry.ts'
import { button, paragraph, withoutGaps } from '../../mail/email.ts'
import { contactInBrackets } from '../../mail/organizer.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { toGreetingName } from '../../mail/text.ts'
import { itemOf } from './digest-item.ts'
import { endedWhere } from './ended-where.ts'
import { emailTemplate, type Kind } from './kind.ts'
import { writeShiftNotice } from './shift-notice.ts'

/** V1, D28: the person has the place again. */
export const endsWhenTakenAgain = endedWhere(
  'message',
  () => sql`exists (
    select from assignment a
    where a.id = (m.payload->>'assignment_id')::uuid and a.status in ('CONFIRMED', 'ABSENT')
  )`,
)

const placeFreedPayload = z.object({
  first_name: z.string(),
  assignment_id: z.string(),
  round: z.int(),
  /** Calendar entry with the sequence of its cancellation. */
  entry: calendarEntry,
})

/** V1: the person did not answer whether the new time works. */
export const placeFreed = {
  email: emailTemplate({
    payload: placeFreedPayload,
    assignmentIds: ({ assignment_id }) => [assignment_id],
    digest: {
      is_notice: true,
      items(place, { language, links }) {
        const t = texts[language]
        const link = { label: t('open'), href: links.personal(place) }
        return [{ ...itemOf(t('in_digest'), place.entry, language), link }]
      },
    },
    write({ first_name, ...place }, context) {
      const { language, links } = context
      const t = texts[language]
      const name = toGreetingName(first_name)
      const { entry } = place
      const why = t('why')
      return writeShiftNotice(
        {
          shifts: [{ entry, is_confirmed: true }],
          title: t('title'),
          hello: name ? t('hello', { name, why }) : why,
          attached: () => t('attached'),
          last: t('last', { contact: contactInBrackets(entry) }),
          show: () => [
            shiftCard(entry, language),
            withoutGaps(paragraph(t('again')), button(t('open'), links.personal(place))),
          ],
          isCancelled: () => true,
        },
        context,
      )
    },
  }),
  refresh: endsWhenTakenAgain,
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

const texts = addNamespace('email_place_freed', {
  en: {
    title: 'Your place was given up',
    in_digest: 'Your place was given up, because there was no answer about the new time',
    hello: 'Hello {{name}}! {{why}}',
    why: 'This shift has moved, and we had no answer from you whether the new time works. So your place is free for somebody else.',
    again: 'Does the new time work? You can take the shift again as long as a place is free.',
    open: 'See whether there is a place',
    attached: 'The attached calendar file takes the shift out of your calendar.',
    last: 'Do you have a question? Please ask the organizer{{contact}}.',
  },
  sv: {
    title: 'Din plats är släppt',
    in_digest: 'Din plats är släppt, eftersom det inte kom något svar om den nya tiden',
    hello: 'Hej {{name}}! {{why}}',
    why: 'Passet har flyttats, och vi fick inget svar om den nya tiden passar dig. Därför är din plats ledig för någon annan.',
    again: 'Passar den nya tiden? Du kan ta passet igen så länge det finns plats.',
    open: 'Se om det finns plats',
    attached: 'Den bifogade kalenderfilen tar bort passet ur din kalender.',
    last: 'Har du en fråga? Hör av dig till arrangören{{contact}}.',
  },
})
