import type { PersonPage } from '@muster/contract/people'
import type { OrgTx } from '../../db/client.ts'
import { notFound } from '../../edge/refusal.ts'
import type { Keys } from '../../signing/keys.ts'
import { readShiftsOfPerson } from '../shifts/read-shifts.ts'
import { readTags } from '../tags/read-tags.ts'
import { listPlacesInLine } from '../waiting-list/queries.ts'
import { findUsualAnswerMinutes, listPlannedYears } from './count-shifts.ts'
import { findPerson, hasBouncedMail } from './queries.ts'

/** Adds personal links if there are keys. Throws 404 `person_not_found`. */
export async function readPerson(tx: OrgTx, keys: Keys | undefined, id: string): Promise<PersonPage> {
  const person = await findPerson(tx, id)
  if (!person) throw notFound('person_not_found')
  return {
    ...person,
    email_bounced: await hasBouncedMail(tx, id),
    tags: await readTags(tx, id),
    usual_answer_minutes: await findUsualAnswerMinutes(tx, id),
    years: await listPlannedYears(tx, id),
    shifts: await readShiftsOfPerson(tx, keys, id),
    waiting: await listPlacesInLine(tx, id),
  }
}
