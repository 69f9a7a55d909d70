import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { calendarEntry } from '../calendar.ts'
import { button, type Letter, oneLine } from '../email.ts'
import { html } from '../html.ts'
import type { Links } from '../links.ts'
import { shiftCard, showShift } from '../shift-card.ts'
import { shiftTime } from '../shift-time.ts'
import { writeShiftNews } from './shift-news.ts'

const changedShift = z.object({
  assignment_id: z.string(),
  round: z.int(),
  is_confirmed: z.boolean(),
  entry: calendarEntry,
  was: z.object({
    start_dt: z.string(),
    end_dt: z.string(),
    time_zone: z.string(),
    location: z.string().nullable(),
  }),
})

/** D27: what is needed to write it again, without secrets. Shifts by start. */
export const shiftChangedFacts = z.object({
  first_name: z.string(),
  shifts: z.tuple([changedShift], changedShift),
})

type ChangedShift = z.infer<typeof changedShift>
type Facts = z.infer<typeof shiftChangedFacts>

/** D21: times or place of a shift have changed; one letter for all of a person's shifts that changed together. */
export function writeShiftChanged({ first_name, shifts }: Facts, language: Language, links: Links): Letter {
  const t = texts[language]
  return writeShiftNews(
    {
      first_name,
      shifts,
      texts: t,
      show: (shift) => {
        const { entry, is_confirmed } = shift
        const before = `${t.before}: ${placeAndTime(shift, language)}`
        const label = is_confirmed ? t.open : t.answer
        const link = links.personal(shift)
        return {
          text: [`${showShift(entry, language).lines}\n${before}`, `${label}: ${link}`],
          html: () => html`${shiftCard(entry, language, before)}${button(label, link)}`,
        }
      },
      public_url: links.public_url,
    },
    language,
  )
}

/** What was before, as far as it is different now. */
export function placeAndTime({ was, entry }: ChangedShift, language: Language): string {
  const { short_day, time } = shiftTime(was, language)
  const isMoved = was.start_dt !== entry.start_dt || was.end_dt !== entry.end_dt
  const zone = was.time_zone === entry.time_zone ? '' : ` (${was.time_zone})`
  const isElsewhere = was.location !== entry.location
  return [
    isMoved ? `${short_day} ${time}${zone}` : undefined,
    isElsewhere ? (was.location ? oneLine(was.location) : texts[language].no_place) : undefined,
  ]
    .filter(Boolean)
    .join(', ')
}

const texts = {
  en: {
    one: 'Your shift has changed',
    many: 'Your shifts have changed',
    hello: (name: string) => `Hello ${name}, please note what is new:`,
    before: 'Before',
    no_place: 'no place given',
    open: 'See your shift',
    answer: 'Answer',
    attached: 'The attached calendar file brings your calendar up to date.',
    last: 'Can’t make it any more? Please tell the organiser.',
  },
  sv: {
    one: 'Ditt pass har ändrats',
    many: 'Dina pass har ändrats',
    hello: (name: string) => `Hej ${name}, det här är nytt:`,
    before: 'Tidigare',
    no_place: 'ingen plats angiven',
    open: 'Visa ditt pass',
    answer: 'Svara',
    attached: 'Den bifogade kalenderfilen uppdaterar din kalender.',
    last: 'Kan du inte längre? Hör av dig till arrangören.',
  },
}
