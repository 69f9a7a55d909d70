import { z } from 'zod'
import { because } from './issues.ts'
import { languages } from './language.ts'
import { isEmail } from './rules/contact.ts'
import { cleanText, hasEndlessMarks, hasForbiddenControl, isWithinReach, stripBidi } from './rules/text.ts'
import { isTimeZone, YEARS } from './rules/zone.ts'

/** Lower case: ids are compared as text. */
export const id = z.uuid({ abort: true }).toLowerCase()

/** ISO 8601 with any offset; stored and sent as UTC (D25). */
export const instant = z
  .string()
  .max(40, { abort: true })
  // Aborts: `overwrite` throws on an invalid date.
  .check(z.iso.datetime({ offset: true, abort: true }))
  .refine((text) => isSensibleYear(text), {
    error: because('far_year'),
    abort: true,
  })
  .overwrite((text) => new Date(text).toISOString())

function isSensibleYear(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= YEARS.first && year <= YEARS.last
}

/** Much longer text is refused before it is cleaned (D4), because cleaning takes more than linear time. */
export const cleanedText = (max: number, clean: (text: string) => string = cleanText) =>
  z
    .string()
    .check(({ value, issues }) => {
      if (isWithinReach(value, max)) return
      const limit = { code: 'too_big', origin: 'string', maximum: max, inclusive: true } as const
      issues.push({ ...limit, message: because('too_long'), input: value, continue: false })
    })
    .refine((value) => !hasEndlessMarks(value), { error: because('unreadable'), abort: true })
    .overwrite(clean)
    .max(max, { error: because('too_long'), abort: true })

const text = (max: number, clean?: (text: string) => string) =>
  cleanedText(max, clean).refine((value) => !hasForbiddenControl(value), because('unreadable'))

export const requiredText = (max: number) => text(max).min(1, because('empty'))

/** Optional text: `''` and `null` both clear it (D5). */
export const optionalText = (max: number) => clearable(text(max))

const clearable = (schema: z.ZodType<string, string>) =>
  schema.nullable().overwrite((value) => (value === '' ? null : value))

export const nameText = text(100, (value) => cleanText(stripBidi(value)))
export const name = nameText.min(1, because('empty'))
export const optionalName = clearable(nameText)

export const publicName = nameText.min(2, because('too_short'))

export const notes = optionalText(5_000)
export const location = optionalText(300)

export const email = cleanedText(254).refine(isEmail, because('not_email'))

export const optionalEmail = clearable(
  cleanedText(254).refine((value) => value === '' || isEmail(value), because('not_email')),
)

/** As typed; features convert it to E.164 with the known country (D23). */
export const phone = cleanedText(40)
export const optionalPhone = clearable(phone)

export const timeZone = z
  .string()
  .max(64, { error: because('not_zone'), abort: true })
  .refine(isTimeZone, because('not_zone'))
export const language = z.enum(languages)
export const country = z.string().regex(/^[A-Z]{2}$/, because('not_country'))

/** The length is checked before the items: 30,000 invalid items would produce 30,000 issues. */
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

/** Incremented by every change; a PUT naming an older one is refused (D5). */
export const version = z.int().positive()

/** D16: a call with the same key and body is answered again, not carried out again. */
export const idempotencyHeaders = { 'idempotency-key': z.string().min(8).max(100).optional() }

/** `?notify=false`: affected people are not notified (D21). */
export const notifyQuery = z.object({
  notify: z.enum(['true', 'false']).optional(),
})
