import type { OwnRequest } from '@muster/contract/requests'
import { actAs } from '../../db/actor.ts'
import type { OrgTx } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import type { ShownOrganization } from '../../db/public-organization.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { verifySignedId } from '../../signing/signed-id.ts'
import { deleteRequests, listRequestsOfForm, listShiftsOf, readOwnRequest } from './queries.ts'

/** D52. Throws 404 `link_invalid`. */
export function getOwnRequest(
  deps: Deps,
  token: string,
): Promise<OwnRequest & { organization: ShownOrganization }> {
  return openForm(deps, token, async (tx, form_id) => {
    const found = await readOwnRequest(tx, form_id)
    if (!found) throw notFound('link_invalid')
    return found
  })
}

/** D52. Throws 404 `link_invalid`. */
export function withdrawRequest(deps: Deps, token: string): Promise<void> {
  return openForm(deps, token, async (tx, form_id) => {
    const asked = (await listRequestsOfForm(tx, form_id)).map(({ id }) => id)
    const shifts = await lockShifts(
      tx,
      (await listShiftsOf(tx, asked)).map(({ id }) => id),
    )
    // Read again: some may have been answered before the shifts were locked.
    const left = (await listRequestsOfForm(tx, form_id)).map(({ id }) => id)
    if (left.length === 0) throw notFound('link_invalid')
    await deleteRequests(tx, left)
    announceShifts(tx, shifts)
    for (const shift of shifts)
      await recordAction(tx, { action: 'request.withdrawn', at: deps.now(), ...subjectsOfShift(shift) })
  })
}

async function openForm<T>(
  { db, findOrganization, keys }: Deps,
  token: string,
  work: (tx: OrgTx, form_id: string) => Promise<T>,
): Promise<T> {
  const form_id = verifySignedId(keys, token, 'request')
  const org = form_id && (await findOrganization.ofRequests(form_id))
  if (!form_id || !org) throw notFound('link_invalid')
  return actAs({ kind: 'link' }, () => db.transaction(org, (tx) => work(tx, form_id)))
}
