import type { newPerson, personChange } from '@muster/contract/people'
import { toE164 } from '@muster/contract/rules/phone'
import { foldName, identityKey } from '@muster/contract/rules/text'
import type { z } from 'zod'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPersonExclusively } from '../../db/lock.ts'
import { violatedConstraint } from '../../db/violated-constraint.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../http/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { revokeLinks } from '../assignments/places.ts'
import { getCountry, insertPerson, listShiftsOfPerson, type PersonRow, updatePerson } from './queries.ts'

type NewPerson = z.output<typeof newPerson>
type PersonChange = z.output<typeof personChange>

export function addPerson({ db }: Deps, org: OrgId, { phone, ...given }: NewPerson): Promise<PersonRow> {
  return db.transaction(org, async (tx) =>
    refuseTwin(
      insertPerson(tx, {
        ...given,
        id: newId(),
        phone: phone ? await readPhone(tx, phone) : null,
        identity_key: identityKey(given),
      }),
    ),
  )
}

/** D5: what is left out stays. A changed e-mail or phone ends the links sent to the old one (D17). */
export function changePerson(
  { db }: Deps,
  org: OrgId,
  id: string,
  { version, phone, ...given }: PersonChange,
): Promise<PersonRow> {
  return db.transaction(org, async (tx) => {
    const before = await lockPersonExclusively(tx, id)
    if (!before) throw notFound('person_not_found')
    if (version !== undefined && version !== before.version) throw conflict('changed_elsewhere')

    const { first_name = before.first_name, last_name = before.last_name, email = before.email } = given
    const after = await refuseTwin(
      updatePerson(tx, id, {
        ...given,
        phone: phone && phone !== before.phone ? await readPhone(tx, phone) : phone,
        identity_key: identityKey({ first_name, last_name, email }),
      }),
    )

    if (isReachedElsewhere(before, after)) await revokeLinks(tx, id)
    announceShifts(tx, await listShiftsOfPerson(tx, id))
    return after
  })
}

/** D11: the unique index is the guard, so that two at once cannot both pass a check. */
async function refuseTwin(saving: Promise<PersonRow>): Promise<PersonRow> {
  try {
    return await saving
  } catch (error) {
    if (violatedConstraint(error) === 'person_identity') throw conflict('person_exists')
    throw error
  }
}

/** D23: in E.164; a national number is read with the organisation's country. */
async function readPhone(tx: OrgTx, typed: string): Promise<string> {
  const phone = toE164(typed, await getCountry(tx))
  if (!phone) throw invalid('phone', 'not_phone')
  return phone
}

/** D11: an address that differs in capitals only is the same address. */
function isReachedElsewhere(before: PersonRow, after: PersonRow): boolean {
  return foldName(before.email) !== foldName(after.email) || before.phone !== after.phone
}
