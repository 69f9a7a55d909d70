import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { button, heading, linkLine, paragraph, withoutGaps } from '../../mail/email.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { describeShift } from '../../mail/shift-summary.ts'
import { toPersonName, toShownName } from '../../mail/text.ts'
import { emailTemplate, type Kind } from './kind.ts'
import { namedShift } from './named-shift.ts'
import { placeGivenUp } from './place-given-up.ts'

const shiftOfPeople = z.object({
  people: z.array(z.object({ first_name: z.string(), last_name: z.string() })).min(1),
  missing: z.int(),
  has_begun: z.boolean(),
  shift: namedShift,
})

/** D57: names people, by their shifts, to an administrator. */
const peopleByShift = (what: 'signed_up' | 'requested') =>
  emailTemplate({
    payload: z.object({
      organization_id: z.string(),
      organization_name: z.string(),
      shifts: z.tuple([shiftOfPeople], shiftOfPeople),
      /** Number of people above the maximum of one e-mail. */
      left_out: z.int(),
    }),
    write({ organization_id, organization_name, shifts, left_out }, { language, links }) {
      const t = texts[language]
      const list = new Intl.ListFormat(language)
      const names = (of: (typeof shifts)[number]) =>
        list.format(of.people.map(({ first_name, last_name }) => toPersonName(`${first_name} ${last_name}`)))
      const count = shifts.reduce((sum, { people }) => sum + people.length, left_out)
      const [first] = shifts
      const subject =
        count === 1
          ? t(`${what}.one`, { name: names(first), shift: describeShift(first.shift, language).short })
          : t(`${what}.several`, { count, organization: toShownName(organization_name) })
      const linesOf = (of: typeof first) => [
        t(`${what}.who`, { names: names(of), count: of.people.length }),
        ...(of.has_begun ? [] : [of.missing === 0 ? t('full') : t(`${what}.missing`, { count: of.missing })]),
      ]
      const open = { label: t(`${what}.open`), href: `${links.public_url}/?org=${organization_id}` }
      return {
        subject,
        preheader: linesOf(first).join(' '),
        blocks: [
          heading(subject),
          left_out > 0 && linkLine(t('more', { count: left_out }), open),
          ...shifts.map((each) =>
            withoutGaps(...linesOf(each).map(paragraph), shiftCard(each.shift, language)),
          ),
          button(open.label, open.href),
          paragraph(t('why')),
        ],
      }
    },
  })

export const signedUp = { email: peopleByShift('signed_up'), refresh: placeGivenUp.refresh } satisfies Kind

/** D52 */
export const requested = { email: peopleByShift('requested'), refresh: placeGivenUp.refresh } satisfies Kind

const texts = addNamespace('email_people_by_shift', {
  en: {
    signed_up: {
      one: '{{name}} has signed up: {{shift}}',
      several: '{{count}} new sign-ups: {{organization}}',
      who_one: '{{names}} has signed up.',
      who_other: '{{names}} have signed up.',
      missing_one: 'The shift is still missing one person.',
      missing_other: 'The shift is still missing {{count}} people.',
      open: 'Open the shifts',
    },
    requested: {
      one: '{{name}} asks for a place: {{shift}}',
      several: '{{count}} new requests: {{organization}}',
      who_one: '{{names}} asks for a place and waits for your answer.',
      who_other: '{{names}} ask for a place and wait for your answer.',
      missing_one: 'The shift is missing one person.',
      missing_other: 'The shift is missing {{count}} people.',
      open: 'Answer',
    },
    full: 'Nobody is missing on the shift now.',
    more_one: 'One more is not named here.',
    more_other: '{{count}} more are not named here.',
    why: 'You get these e-mails because you plan the shifts. Under Notifications in the settings you can choose how often, or none.',
  },
  sv: {
    signed_up: {
      one: '{{name}} har anmält sig: {{shift}}',
      several: '{{count}} nya anmälningar: {{organization}}',
      who_one: '{{names}} har anmält sig.',
      who_other: '{{names}} har anmält sig.',
      missing_one: 'Det saknas fortfarande en person på passet.',
      missing_other: 'Det saknas fortfarande {{count}} personer på passet.',
      open: 'Öppna passen',
    },
    requested: {
      one: '{{name}} frågar om en plats: {{shift}}',
      several: '{{count}} nya förfrågningar: {{organization}}',
      who_one: '{{names}} frågar om en plats och väntar på ditt svar.',
      who_other: '{{names}} frågar om en plats och väntar på ditt svar.',
      missing_one: 'Det saknas en person på passet.',
      missing_other: 'Det saknas {{count}} personer på passet.',
      open: 'Svara',
    },
    full: 'Ingen saknas på passet nu.',
    more_one: 'En till är inte med här.',
    more_other: '{{count}} till är inte med här.',
    why: 'Du får de här mejlen för att du planerar passen. Under Aviseringar i inställningarna kan du välja hur ofta, eller inga alls.',
  },
})
