import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { calendarEntry } from '../../mail/calendar-entry.ts'
import { button } from '../../mail/email.ts'
import { contactInBrackets } from '../../mail/organizer.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { toGreetingName } from '../../mail/text.ts'
import { itemOfShift } from './digest-item.ts'
import { emailTemplate, type Kind } from './kind.ts'
import { endsWhenTakenAgain } from './place-freed.ts'
import { writeShiftNotice } from './shift-notice.ts'

const givenUpPayload = z.object({
  first_name: z.string(),
  assignment_id: z.string(),
  round: z.int(),
  /** D58: first name of who took the place over. */
  taken_by: z.string().nullish(),
  /** Calendar entry with the sequence of its cancellation. */
  entry: calendarEntry,
})

/** D28: receipt of a cancellation on the page of the personal link. */
export const givenUp = {
  email: emailTemplate({
    payload: givenUpPayload,
    assignmentIds: ({ assignment_id }) => [assignment_id],
    digest: {
      items: (place, context) => [itemOfShift(titleOf(place.taken_by, context.language), place, context)],
    },
    write({ first_name, ...place }, context) {
      const { language, links } = context
      const t = texts[language]
      const name = toGreetingName(first_name)
      const { entry } = place
      const what = t(place.taken_by ? 'what_taken' : 'what')
      return writeShiftNotice(
        {
          shifts: [{ entry, is_confirmed: true }],
          title: titleOf(place.taken_by, language),
          hello: name ? t('hello', { name, what }) : what,
          attached: () => t('attached'),
          last: t(place.taken_by ? 'last_taken' : 'last', { contact: contactInBrackets(entry) }),
          show: () => [shiftCard(entry, language), button(t('open'), links.personal(place))],
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

function titleOf(taken_by: string | null | undefined, language: Language): string {
  const t = texts[language]
  if (!taken_by) return t('title')
  const name = toGreetingName(taken_by)
  return name ? t('taken', { name }) : t('taken_by_somebody')
}

const texts = addNamespace('email_given_up', {
  en: {
    title: 'You’ve given up your place',
    hello: 'Hello {{name}}! {{what}}',
    what: 'You’ve told us that you can’t come to this shift, so you’re no longer on it.',
    taken: '{{name}} has taken your shift',
    taken_by_somebody: 'Somebody has taken your shift',
    what_taken: 'By your link this shift has gone to somebody else. You are free, and the organizer knows.',
    last_taken: 'Questions? Please ask the organizer{{contact}}.',
    open: 'See your page',
    attached: 'Open the attached calendar file to take the shift out of your calendar.',
    last: 'Changed your mind? You can take the shift again on your page as long as there is room. Questions? Please ask the organizer{{contact}}.',
  },
  sv: {
    title: 'Du har lämnat återbud',
    hello: 'Hej {{name}}! {{what}}',
    what: 'Du har meddelat att du inte kan komma till det här passet, så du är inte längre med på det.',
    taken: '{{name}} tar ditt pass',
    taken_by_somebody: 'Någon annan tar ditt pass',
    what_taken: 'Genom din länk har passet gått till någon annan. Du är ledig, och arrangören vet om det.',
    last_taken: 'Frågor? Hör av dig till arrangören{{contact}}.',
    open: 'Visa din sida',
    attached: 'Öppna den bifogade kalenderfilen, så försvinner passet ur din kalender.',
    last: 'Har du ändrat dig? Du kan ta passet igen på din sida så länge det finns plats. Frågor? Hör av dig till arrangören{{contact}}.',
  },
})
