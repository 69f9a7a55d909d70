import { importRow } from '@muster/contract/imports'
import { identityKey } from '@muster/contract/rules/fold'
import type { z } from 'zod'
import { requirePhone } from '../../access/require-phone.ts'
import type { PersonValues } from '../../db/schema.ts'
import { nameUnknown } from '../../edge/error-handler.ts'
import { badRequest, Refusal } from '../../edge/refusal.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'

/** A row that can be saved. `person_id`: it is said to be that person. */
export type GivenPerson = {
  person_id: string | undefined
  /** D11 */
  key: string
  values: PersonValues
  tags: readonly string[]
}

/** Checks each row as `POST /admin/people` would. Takes about 100 µs a row. */
export function checkRows(
  rows: readonly unknown[],
  country: string | null,
): Promise<(GivenPerson | Refusal)[]> {
  return mapYielding(rows, (row) => {
    const { success, data, error } = importRow.safeParse(row)
    if (!success) return rowRefusal(error)
    try {
      return givenBy(data, country)
    } catch (refusal) {
      if (refusal instanceof Refusal) return refusal
      throw refusal
    }
  })
}

const rowRefusal = ({ issues }: z.ZodError) =>
  badRequest('validation', {
    issues: issues
      .flatMap(nameUnknown)
      .map((issue) => ({ ...issue, path: (issue.path ?? []).map(String).join('.') })),
  })

function givenBy(row: z.output<typeof importRow>, country: string | null): GivenPerson {
  const { person_id, tags = [], first_name, last_name } = row
  const { email = null, child_team = null, notes = null, language = null } = row
  const phone = row.phone ? requirePhone(row.phone, { path: 'phone', country }) : null
  const values = { first_name, last_name, email, phone, child_team, notes, language }
  return { person_id, key: identityKey(values), values, tags }
}
