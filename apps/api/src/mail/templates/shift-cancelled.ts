import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { calendarEntry } from '../calendar.ts'
import type { Letter } from '../email.ts'
import type { Links } from '../links.ts'
import { shiftCard, showShift } from '../shift-card.ts'
import { writeShiftNews } from './shift-news.ts'

const cancelledShift = z.object({ is_confirmed: z.boolean(), entry: calendarEntry })

/** D27: what is needed to write it again. The rows it speaks of are gone. Shifts by start. */
export const shiftCancelledFacts = z.object({
  first_name: z.string(),
  /** The shift is not held, or it is held without this person. */
  because: z.enum(['cancelled', 'removed']),
  shifts: z.tuple([cancelledShift], cancelledShift),
})

type Facts = z.infer<typeof shiftCancelledFacts>

/** D21: a person need not come. One letter for all shifts that went together. It leads nowhere: the links are dead. */
export function writeShiftCancelled(
  { first_name, because, shifts }: Facts,
  language: Language,
  { public_url }: Links,
): Letter {
  return writeShiftNews(
    {
      first_name,
      shifts,
      texts: { ...texts[language], ...texts[language][because] },
      show: ({ entry }) => ({
        text: [showShift(entry, language).lines],
        html: () => shiftCard(entry, language),
      }),
      public_url,
      is_cancelled: true,
    },
    language,
  )
}

const texts = {
  en: {
    cancelled: { one: 'Your shift is cancelled', many: 'Your shifts are cancelled' },
    removed: { one: 'You’re no longer on this shift', many: 'You’re no longer on these shifts' },
    hello: (name: string) => `Hello ${name}, there is no need to come to this:`,
    attached: 'The attached calendar file takes it out of your calendar.',
    last: 'Do you have a question? Please ask the organiser.',
  },
  sv: {
    cancelled: { one: 'Ditt pass är inställt', many: 'Dina pass är inställda' },
    removed: { one: 'Du är inte längre med på passet', many: 'Du är inte längre med på passen' },
    hello: (name: string) => `Hej ${name}, det här behöver du inte komma till:`,
    attached: 'Den bifogade kalenderfilen tar bort det ur din kalender.',
    last: 'Har du en fråga? Hör av dig till arrangören.',
  },
}
