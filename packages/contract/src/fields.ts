import { z } from 'zod'
import { because } from './issues.ts'
import { isEmail } from './rules/contact.ts'
import { cleanText, hasForbiddenControl, stripBidi } from './rules/text.ts'
import { isTimeZone } from './rules/zone.ts'

/** The kinds of value the features are made of, with the limits of D4. */

/** Capitals are read as what they stand for: ids are compared as text, too. */
export const id = z.uuid().toLowerCase()

/** An instant: any ISO 8601 with offset is read, UTC is kept and sent (D25). */
export const instant = z.iso
  // What is no instant must not reach the rewriting, which would throw.
  .datetime({ offset: true, abort: true })
  .refine((text) => isSensibleYear(text), {
    error: because('far_year'),
    abort: true,
  })
  .overwrite((text) => new Date(text).toISOString())

function isSensibleYear(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= 2000 && year < 2200
}

const text = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .max(max, because('too_long'))
    .refine((value) => !hasForbiddenControl(value), because('unreadable'))

/** Required text of one line or more, trimmed and NFC (D4). */
export const requiredText = (max: number) => text(max).min(1, because('empty'))

/** Optional text: `''` and `null` both clear it (D5). */
export const optionalText = (max: number) =>
  text(max)
    .nullable()
    .overwrite((value) => (value === '' ? null : value))

/** A name of a person or a thing: 1–100 characters, without direction overrides. */
export const name = z.string().overwrite(stripBidi).pipe(requiredText(100))
export const optionalName = z
  .string()
  .overwrite(stripBidi)
  .pipe(text(100))
  .nullable()
  .overwrite((value) => (value === '' ? null : value))

/** A volunteer's own name on the public form: at least two characters. */
export const publicName = z
  .string()
  .overwrite(stripBidi)
  .pipe(text(100).min(2, because('too_short')))

export const notes = optionalText(5_000)
export const location = optionalText(300)

export const email = z
  .string()
  .overwrite(cleanText)
  .max(254, because('too_long'))
  .refine(isEmail, because('not_email'))

/** A phone number as typed. Features turn it into E.164 with the country they know (D23). */
export const phone = z.string().overwrite(cleanText).max(40, because('too_long'))
export const optionalPhone = phone.nullable().overwrite((value) => (value === '' ? null : value))

export const timeZone = z.string().max(64).refine(isTimeZone, because('not_zone'))
export const language = z.enum(['en', 'sv'])
export type Language = z.infer<typeof language>
export const country = z.string().regex(/^[A-Z]{2}$/, because('not_country'))

/** Rises with every change; a PUT that names an older one is refused (D5). */
export const version = z.int().positive()

/** `?notify=false`: those affected are not told (D21). */
export const notifyQuery = z.object({
  notify: z.enum(['true', 'false']).optional(),
})
