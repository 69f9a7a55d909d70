import { language as languageField } from '@muster/contract/fields'
import type { Language } from '@muster/contract/language'
import { z } from 'zod'
import type { CalendarEntry } from './calendar.ts'
import type { Email } from './email.ts'
import type { Links } from './links.ts'

export type WriteContext = { message_id: string; language: Language; links: Links }

export type Template<Facts, Written> = {
  /** What the outbox stores, without secrets (D27). */
  facts: z.ZodType<Facts>
  write: (facts: Facts, context: WriteContext) => Written
  /** The message is sent only while one of these exists; empty: always. */
  assignmentIds: (facts: Facts) => string[]
  /** About the recipient's own account, so that no block stops it (D28). */
  is_about_account?: true
  /** About a person's own shifts, so that an unsubscribe does not stop it (D31). Holds for e-mail only. */
  is_sent_despite_unsubscribe?: true
  /** Of no use once its shifts are over (O1), unlike a text that an organizer wrote, or a change of an address. */
  ends_with_shifts?: true
}

/** An e-mail that counts towards the limit per address and may wait for its digest (D28). */
export type AutomaticTemplate<Facts> = Template<Facts, Email> & {
  digest: {
    items: (facts: Facts, language: Language, links: Links) => DigestItem[]
    /** What its person must know or act on. Notices come first, so that what strangers cause never crowds them out. */
    is_notice?: true
    /** Anybody may have caused it by typing the address. */
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

  /** Throws for a row that no template can read. */
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
