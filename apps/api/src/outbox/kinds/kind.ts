import { language as languageField } from '@muster/contract/fields'
import type { Language } from '@muster/contract/language'
import { z } from 'zod'
import type { CalendarEntry } from '../../mail/calendar.ts'
import type { Email } from '../../mail/email.ts'
import type { Links } from '../../mail/links.ts'

export type WriteContext = { message_id: string; language: Language; links: Links }

export type Template<Facts, Written> = {
  /** Schema of what the outbox stores. It contains no secrets (D27). */
  facts: z.ZodType<Facts>
  write: (facts: Facts, context: WriteContext) => Written
  /** The message is sent only while one of these assignments exists, or always if there are none. */
  assignmentIds: (facts: Facts) => string[]
  /** The message is about the recipient's own account, so no block stops it (D28). */
  is_about_account?: true
  /** The message is about a person's own shifts, so an unsubscribe does not stop it (D31). Applies to e-mail only. */
  is_sent_despite_unsubscribe?: true
  /** The message is useless once its shifts are over (O1), unlike an organizer's own text or a change of an address. */
  ends_with_shifts?: true
}

/** An e-mail that counts towards the limit per address and may wait for its digest (D28). */
export type AutomaticTemplate<Facts> = Template<Facts, Email> & {
  digest: {
    items: (facts: Facts, language: Language, links: Links) => DigestItem[]
    /** The person must know it or act on it. Notices come first: mails caused by strangers cannot displace them. */
    is_notice?: true
    /** Anybody may have caused the mail by typing the address. */
    is_by_stranger?: true
  }
}

export type DigestItem = {
  organizer: Pick<CalendarEntry, 'organization_name' | 'contact_email' | 'contact_phone'>
  lines: string
  link?: { label: string; href: string }
}

export const emailTemplate = <Facts>(template: Template<Facts, Email>) => template
export const automaticTemplate = <Facts>(template: AutomaticTemplate<Facts>) => template
export const smsTemplate = <Facts>(template: Template<Facts, string>) => template

export type FactsOf<Templates> = {
  [Name in keyof Templates]: Templates[Name] extends Template<infer Facts, unknown> ? Facts : never
}

export type ContentOf<FactsByName> = {
  [Name in keyof FactsByName]: { template: Name; facts: FactsByName[Name] }
}[keyof FactsByName]

type StoredRow = { template: string; facts: unknown; language: string }

export function openTemplates<FactsByName extends object, Written>(
  templates: {
    [Name in keyof FactsByName]: Template<FactsByName[Name], Written>
  },
) {
  const name = z.custom<keyof FactsByName>((value) => Object.hasOwn(templates, String(value)))
  const stored = z.object({ template: name, facts: z.unknown(), language: languageField })

  /** Throws if no template can read the row. */
  function parse(row: StoredRow) {
    const { template, facts, language } = stored.parse(row)
    return { template, facts: templates[template].facts.parse(facts), language }
  }

  return {
    parse,

    safeParse(row: StoredRow): ReturnType<typeof parse> | undefined {
      try {
        return parse(row)
      } catch (error) {
        if (error instanceof z.ZodError) return undefined
        throw error
      }
    },

    write<Name extends keyof FactsByName>(
      { template, facts }: { template: Name; facts: FactsByName[Name] },
      context: WriteContext,
    ): Written {
      return templates[template].write(facts, context)
    },

    assignmentIds<Name extends keyof FactsByName>({
      template,
      facts,
    }: {
      template: Name
      facts: FactsByName[Name]
    }): string[] {
      return templates[template].assignmentIds(facts)
    },
  }
}
