import type { PublicNames } from '@muster/contract/public-event'
import { type SignedUp, signedUp, signedUpForSeveral } from '@muster/contract/signup'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrgTx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { joinShift } from '../../db/join-shift.ts'
import { prepare } from '../../db/prepare.ts'
import { assignment, event, person } from '../../db/schema.ts'
import { showNames } from '../events/public-shifts.ts'
import { aggregateNames, parseNames } from './names.ts'

/**
 * Answer to a sign-up as it is stored for 24 h (D16). Its names are left out and read again, because stored ones
 * would outlive an erasure (D33). `places`: the ids of their assignments, 16 bytes each, in base64url.
 */
const withPlaces = signedUp.extend({ places: z.string() })

/** Accepts answers stored before the upgrade to this form, which have the names until they are swept. */
export const storedSignedUp = z.union([withPlaces, signedUp.transform(omitNames)])

export const storedSignedUpForSeveral = signedUpForSeveral.extend({ signed_up: z.array(storedSignedUp) })

type StoredSignedUp = z.infer<typeof withPlaces>

export function omitNames({ shift, ...answer }: SignedUp): StoredSignedUp {
  const ids = Buffer.from(
    withoutDashes(shift.assigned_people.map(({ person_id }) => person_id).join('')),
    'hex',
  )
  return { ...answer, shift: { ...shift, assigned_people: [] }, places: ids.toString('base64url') }
}

/** Returns a function that adds the names to one of `answers`, as its shift's event shows them now (D22). */
export async function readNames(
  tx: OrgTx,
  answers: readonly StoredSignedUp[],
): Promise<(answer: StoredSignedUp) => SignedUp> {
  const ids = [...new Set(answers.flatMap(({ places }) => unpack(places)))]
  const rows = await selectNames(tx, { org: tx.org, ids })
  const shown = rows.flatMap(({ names, public_names }) => showNames(parseNames(names), public_names))
  const people = new Map(shown.map((each) => [withoutDashes(each.person_id), each]))
  return ({ places, shift, ...answer }) => {
    const assigned_people = unpack(places).flatMap((id) => people.get(id) ?? [])
    return { ...answer, shift: { ...shift, assigned_people } }
  }
}

const unpack = (places: string): string[] =>
  Buffer.from(places, 'base64url').toString('hex').match(/.{32}/g) ?? []

const withoutDashes = (ids: string) => ids.replaceAll('-', '')

const selectNames = prepare<{ names: string; public_names: PublicNames }>(
  'signup_names',
  sql`
    select ${aggregateNames} as names, e.public_names
    from ${assignment} a join ${person} p on p.id = a.person_id ${joinShift} join ${event} e on e.id = s.event_id
    where a.id = any(${sql.placeholder('ids')}::uuid[])
      and ${isOrganization(sql`a.organization_id`, sql`${sql.placeholder('org')}::uuid`)}
    group by e.public_names
  `,
)
