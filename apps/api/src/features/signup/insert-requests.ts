import type { Language } from '@muster/contract/language'
import { identityKey } from '@muster/contract/rules/fold'
import { askedAnswers } from '@muster/contract/rules/questions'
import { terms } from '@muster/contract/terms'
import { sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { request } from '../../db/schema.ts'
import { enqueueRequestMails } from '../../outbox/request-mails.ts'
import type { SignUpShift } from './queries.ts'
import type { Guest } from './visitor.ts'

type Asking = {
  /** `people`: which of the guests ask for the shift. */
  asked: readonly {
    shift: Pick<SignUpShift, 'id' | 'role_id' | 'start_dt' | 'end_dt' | 'questions'>
    people: readonly number[]
  }[]
  /** Everybody of the form, the contact first. */
  guests: readonly Guest[]
  /** D58: whose place is asked for. */
  giver: { id: string } | undefined
  body: { note?: string | null | undefined; terms_version?: string | undefined }
  language: Language | undefined
  now: string
}

/**
 * Asks for each shift and guest, once: who has asked before keeps that request. Tells the contact of the new ones.
 * Returns the ids by shift and place of the guest. The shifts must be locked.
 */
export async function insertRequests(
  tx: OrgTx,
  { asked, guests, giver, body, language, now }: Asking,
): Promise<Map<string, string>> {
  if (asked.length === 0) return new Map()
  const form_id = newId()
  const rows = asked.flatMap(({ shift: { id: shift_id, role_id, start_dt, end_dt, questions }, people }) =>
    guests.flatMap(({ path: _path, ...guest }, place) =>
      people.includes(place)
        ? {
            ...guest,
            answers: askedAnswers(questions, [role_id], guest.answers),
            organization_id: tx.org,
            id: newId(),
            shift_id,
            form_id,
            place,
            language: language ?? null,
            identity_key: identityKey(guest),
            note: body.note ?? null,
            giver_id: giver?.id ?? null,
            terms_version: body.terms_version ?? terms.version,
            start_dt,
            end_dt,
            created_at: now,
          }
        : [],
    ),
  )
  const kept = await tx
    .insert(request)
    .values(rows)
    .onConflictDoUpdate({
      target: [request.shift_id, request.identity_key, request.organization_id],
      // D58: who has asked for the shift already now asks for this place.
      set: { giver_id: sql`coalesce(excluded.giver_id, ${request.giver_id})` },
    })
    .returning({ id: request.id, shift_id: request.shift_id, identity_key: request.identity_key })
  const added = kept.flatMap(({ id }) => (rows.some((row) => row.id === id) ? id : []))
  await enqueueRequestMails(tx, { template: 'request_received', ids: added })
  return new Map(
    rows.flatMap(({ shift_id, identity_key, place }) => {
      const of_guest = kept.find((each) => each.shift_id === shift_id && each.identity_key === identity_key)
      return of_guest ? [[`${shift_id} ${place}`, of_guest.id] as const] : []
    }),
  )
}
