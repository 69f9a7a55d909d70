import { z } from 'zod'
import { because } from './issues.ts'
import { languages } from './language.ts'
import { cleanEmail, isEmail } from './rules/contact.ts'
import { YEARS } from './rules/sensible-year.ts'
import {
  canFit,
  cleanLine,
  cleanText,
  findControl,
  hasEndlessMarks,
  hasVisibleLetter,
  isNameLongEnough,
  LIMITS,
  removeInvisible,
} from './rules/text.ts'
import { cleanPhone } from './rules/typed-phone.ts'
import { isTimeZone } from './rules/zone.ts'

/** Descriptions and examples of fields that several schemas share: `name.meta(about.role_name)`. */
export const about = {
  first_name: { description: 'Given name.', examples: ['Åsa'] },
  last_name: { description: 'Family name.', examples: ['Öberg'] },
  account_name: { description: 'Name of the account. Null: it has none.', examples: ['Åsa Öberg'] },
  email: { description: 'E-mail address, at most 254 characters.', examples: ['asa@volunteer.example'] },
  email_bounced: {
    description: 'True if mail to this address came back because it does not exist.',
    examples: [true],
  },
  phone: { description: 'Phone number in E.164.', examples: ['+46701234567'] },
  typed_phone: {
    description:
      'Phone number with its country code, or as it is dialled in the country of the organization. Stored as E.164.',
    examples: ['070-123 45 67'],
  },
  child_team: { description: "The team of the person's child.", examples: ['P12 blue'] },
  tags: {
    description: 'Names of the tags of the person, in order (D53).',
    examples: [['Kitchen', 'Driver']],
  },
  person_notes: {
    description: 'Notes of the administrators. The person does not see them.',
    examples: ['Has a van'],
  },
  signup_note: {
    description: 'What the person wrote to the organizer when they signed up.',
    examples: ['I come straight from work and may be ten minutes late.'],
  },
  event_name: { description: 'Name of the event.', examples: ['Midsummer festival'] },
  event_description: {
    description: 'What the event is, for volunteers.',
    examples: ['Two days of music by the lake.'],
  },
  event_notes: { description: 'Practical notes for volunteers.', examples: ['Bring boots.'] },
  location: { description: 'Where the event takes place.', examples: ['Lakeside park, Falun'] },
  event_date_start: { description: 'When the event begins.', examples: ['2027-06-19T08:00:00.000Z'] },
  event_date_end: {
    description: 'When the event ends: after its start.',
    examples: ['2027-06-20T20:00:00.000Z'],
  },
  start_dt: { description: 'When the shift begins.', examples: ['2027-06-19T10:00:00.000Z'] },
  end_dt: { description: 'When the shift ends: after its start.', examples: ['2027-06-19T14:00:00.000Z'] },
  meeting_point: {
    description: 'Where the people of the shift meet. Only they see it.',
    examples: ['Behind the stage, at the blue container'],
  },
  shift_note: { description: 'For the people of the shift. Only they see it.', examples: ['Bring gloves.'] },
  required_qty: { description: 'How many people the shift needs.', examples: [4] },
  time_zone: { description: 'IANA time zone.', examples: ['Europe/Stockholm'] },
  role_name: { description: 'Name of the role.', examples: ['Entrance'] },
  role_description: { description: 'What people in this role do.', examples: ['Checks tickets.'] },
  creator_name: {
    description: "Name of the administrator's account, or else its e-mail address. A name can be anybody's.",
    examples: ['Åsa Öberg'],
  },
  organization_name: { description: 'Name of the organization.', examples: ['Falun Festival Association'] },
  country: { description: 'ISO 3166-1 alpha-2 code, in capital letters.', examples: ['SE'] },
  contact_email: {
    description: 'E-mail address at which volunteers reach the organizer.',
    examples: ['office@festival.example'],
  },
  contact_phone: {
    description: 'Phone number at which volunteers reach the organizer.',
    examples: ['+46231234567'],
  },
} as const

/** Id in lower case, because ids are compared as text. */
export const id = z
  .uuid({ abort: true })
  .toLowerCase()
  .meta({ description: 'Id (UUID, lower case).', examples: ['019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01'] })

/** Timestamp in an answer. */
export const timestamp = z.string().meta({
  description: 'ISO 8601 in UTC.',
  format: 'date-time',
  examples: ['2027-06-01T09:30:00.000Z'],
})

/** Timestamp in a request: ISO 8601 with any offset, stored and sent as UTC (D25). */
export const instant = z
  .string()
  .max(40, { abort: true })
  // Aborts, because `overwrite` throws on an invalid date.
  .check(z.iso.datetime({ offset: true, abort: true }))
  .refine((text) => isSensibleYear(text), {
    error: because('far_year'),
    abort: true,
  })
  .overwrite((text) => new Date(text).toISOString())
  .meta({
    description: 'ISO 8601 with an offset; the year lies between 2000 and 2199.',
    examples: ['2027-06-19T10:00:00+02:00'],
  })

function isSensibleYear(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= YEARS.first && year <= YEARS.last
}

/** Day on a calendar. */
export const day = z
  .string()
  .max(40, { abort: true })
  .check(z.iso.date({ abort: true }))
  .refine((text) => isSensibleYear(text), because('far_year'))
  .meta({ description: 'Day (ISO 8601).', examples: ['2027-06-19'] })

/** Text of one line. */
export const line = (max: number, clean: (text: string) => string = cleanLine) =>
  z
    .string()
    .overwrite(removeInvisible)
    .check(({ value, issues }) => {
      // Much longer text is refused before it is cleaned, because cleaning takes more than linear time.
      if (canFit(value, max)) return
      const limit = { code: 'too_big', origin: 'string', maximum: max, inclusive: true } as const
      issues.push({ ...limit, message: because('too_long'), input: value, continue: false })
    })
    .check(({ value, issues }) => {
      const params = findControl(value)
      if (!params) return
      const message = because(params.line === undefined ? 'unreadable' : 'unreadable_in_line')
      issues.push({ code: 'custom', message, params, input: value, continue: false })
    })
    .refine((value) => !hasEndlessMarks(value), { error: because('endless_marks'), abort: true })
    .overwrite(clean)
    .max(max, { error: because('too_long'), abort: true })

/** Text of several lines. */
export const text = (max: number) => line(max, cleanText)

export const requiredText = (max: number) => text(max).min(1, because('empty'))
export const requiredLine = (max: number) => line(max).min(1, because('empty'))

/** Returns an optional text, which `''` and `null` both clear (D5). */
export const optionalText = (max: number) => clearable(text(max))

export const optionalLine = (max: number) => clearable(line(max))

const clearable = (schema: z.ZodType<string, string>) =>
  schema.nullable().overwrite((value) => (value === '' ? null : value))

export const nameText = line(LIMITS.name).refine(
  (value) => value === '' || hasVisibleLetter(value),
  because('no_letter'),
)
export const name = nameText.min(1, because('empty'))
export const optionalName = clearable(nameText)

export const publicName = nameText
  .min(1, { error: because('empty'), abort: true })
  .check(({ value, issues }) => {
    if (isNameLongEnough(value)) return
    const limit = { code: 'too_small', origin: 'string', minimum: LIMITS.name_min, inclusive: true } as const
    issues.push({ ...limit, message: because('too_short'), input: value })
  })

export const notes = optionalText(LIMITS.text)
export const location = clearable(line(LIMITS.location))

const typedEmail = line(LIMITS.email, cleanEmail)

/** E-mail address of an account that signs in. One that cannot exist is refused like an unknown one (D6). */
export const loginEmail = z
  .string()
  .max(LIMITS.email, { error: because('too_long'), abort: true })
  .overwrite(cleanEmail)

export const email = typedEmail
  .refine(isEmail, because('not_email'))
  .meta({ ...about.email, format: 'email' })

export const optionalEmail = clearable(
  typedEmail.refine((value) => value === '' || isEmail(value), because('not_email')),
).meta({
  anyOf: [
    { type: 'string', format: 'email', maxLength: LIMITS.email },
    { type: 'string', const: '' },
    { type: 'null' },
  ],
})

/** Phone number as typed. Features convert it to E.164 with the known country (D23). */
export const phone = line(LIMITS.phone, cleanPhone)
export const optionalPhone = clearable(phone)

export const timeZone = z
  .string()
  .max(64, { error: because('not_zone'), abort: true })
  .refine(isTimeZone, because('not_zone'))
  .meta(about.time_zone)

export const language = z.enum(languages).meta({ id: 'Language', description: 'English or Swedish.' })

export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, because('not_country'))
  .meta(about.country)

/** Checks the length before the items, because 30,000 invalid items would produce 30,000 issues. */
export const listOf = <Item extends z.ZodType>(item: Item, { min = 0, max }: { min?: number; max: number }) =>
  z.preprocess(
    (list: z.input<Item>[], { issues }) => {
      if (!Array.isArray(list) || list.length <= max) return list
      const limit = { code: 'too_big', origin: 'array', maximum: max, inclusive: true } as const
      issues.push({ ...limit, message: because('too_many'), input: list, continue: false })
      return z.NEVER
    },
    z.array(item).min(min, because('too_few')).max(max, because('too_many')),
  )

/** Number that every change increments. A PUT that names an older version is refused (D5). */
export const version = z
  .int()
  .positive()
  .meta({
    description:
      'Rises with every change. A PUT that names an older one is refused with `changed_elsewhere`; one that names none is carried out.',
    examples: [3],
  })

/** Header for idempotency (D16): a call with the same key and body is answered again, not carried out again. */
export const idempotencyHeaders = {
  'idempotency-key': z
    .string()
    .min(8)
    .max(100)
    .meta({
      description:
        'Any text of 8 to 100 characters, kept for 24 hours. A call with the same key and body is answered again, not carried out again.',
      examples: ['6f1c2f0e-9d7c-4a55-8a53-0d5d4a8a6a10'],
    })
    .optional(),
}

/** D14 */
export const despiteConflict = z
  .boolean()
  .describe('`true` goes on although somebody has another shift at that time.')
  .optional()

/** D46 */
export const undoableQuery = z.object({
  undoable: z
    .enum(['true'])
    .describe(
      'Messages leave after 15 seconds, and until the first has left, for 60 seconds at most, all of it can be undone by the batch that the header `Undo-Batch` names.',
    )
    .optional(),
})

/** Query of a page of a list. If both fields are missing, the whole list is sent. */
export const updatedSince = instant
  .meta({
    description:
      'Added or changed since then, for copies of the list. Ask from some minutes before your last call: a change that was under way then carries the time at which it began. What was deleted is at `/admin/deletions`.',
    examples: ['2027-06-19T10:00:00Z'],
  })
  .optional()

export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1, because('too_few'))
    .max(200, because('too_many'))
    .meta({
      description: 'At most so many. The header `Link` has the address of the next page.',
      examples: [50],
    })
    .optional(),
  cursor: z
    .string()
    .max(100)
    .meta({
      description:
        'From the `Link` of the page before. It belongs to that list, its filters and its organization.',
      examples: ['019b2f6e4c1a7d209f3e5a6b7c8d9e01kVz3fQ0aK1v9d7s2'],
    })
    .optional(),
}

/** D63 */
export const replaceLinksQuery = z.object({
  replace_links: z
    .enum(['true', 'false'])
    .describe(
      '`true` replaces the personal links of all shifts that are not over, for whoever loses access could read them. Those who were asked get the new ones. Without it they stay.',
    )
    .optional(),
})

/** Query whose `?notify=false` keeps affected people from being notified (D21). */
export const notifyQuery = z.object({
  notify: z
    .enum(['true', 'false'])
    .describe('`false`: the people affected are not told. Without it they are.')
    .optional(),
})

/** D21: for changes of texts, of which people are told only on request. */
export const changeNotifyQuery = z.object({
  notify: z
    .enum(['true', 'false'])
    .describe(
      '`true`: the people affected are told of every change. `false`: of none. Without it, of new times and of a new place only.',
    )
    .optional(),
})
