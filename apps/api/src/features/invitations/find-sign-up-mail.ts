import { language as languageField } from '@muster/contract/fields'
import type { Language } from '@muster/contract/language'
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { message } from '../../db/schema.ts'
import type { CalendarEntry } from '../../mail/calendar.ts'
import { confirmationFacts, shiftsOf } from '../../mail/templates/confirmation.ts'

export type SignUpMail = {
  address: string
  language: Language
  sign_ups: readonly { assignment_id: string; entry: CalendarEntry }[]
}

export async function findSignUpMail(tx: Tx, message_id: string): Promise<SignUpMail | undefined> {
  const rows = await tx
    .select({ address: message.address, language: message.language, facts: message.facts })
    .from(message)
    .where(
      and(
        or(eq(message.id, message_id), eq(message.digest_id, message_id)),
        inArray(message.template, [
          'confirmation',
          'link_again',
          'waiting_joined',
          'place_offered',
          'email_confirm',
        ]),
        isNull(message.erased_at),
      ),
    )
    .orderBy(asc(message.created_at), asc(message.id))
  const [first] = rows
  if (!first) return undefined
  return {
    address: first.address,
    language: languageField.catch('en').parse(first.language),
    // By assignment: its link may have been sent again.
    sign_ups: [...new Map(rows.flatMap(({ facts }) => readSignUp(facts))).values()],
  }
}

function readSignUp(facts: unknown) {
  const { data } = confirmationFacts.safeParse(facts)
  return data ? shiftsOf(data).map((each) => [each.assignment_id, each] as const) : []
}
