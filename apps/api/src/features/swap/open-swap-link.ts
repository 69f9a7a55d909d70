import type { Language } from '@muster/contract/language'
import { asksFirst } from '@muster/contract/rules/approval'
import { questionsFor } from '@muster/contract/rules/questions'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { swapBody } from '@muster/contract/signup'
import type { SwapOffer } from '@muster/contract/swap'
import type { z } from 'zod'
import type { Attempt } from '../../access/idempotency.ts'
import { actAs } from '../../db/actor.ts'
import type { OrgId } from '../../db/client.ts'
import { type ShownOrganization, toPublicOrganization } from '../../db/public-organization.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { toContact } from '../../mail/organizer.ts'
import { isSigned, readSignedId, swapLink } from '../../signing/signed-id.ts'
import { takeOver } from '../signup/sign-up.ts'
import { findSwap, type SwapRow } from './queries.ts'

/** D58. Throws 404 `link_invalid`, 409 `place_taken`, `shift_over`, `swap_pending`. */
export async function getSwap(deps: Deps, token: string): Promise<SwapOffer> {
  const { swap } = await openSwapLink(deps, token)
  if (swap.handed_to !== null) throw conflict('place_taken')
  if (swap.status !== 'CONFIRMED' || swap.mode === 'off' || !swap.published) throw notFound('link_invalid')
  if (hasStarted(swap, deps.now())) throw conflict('shift_over', { sentence: 'shift_begun' })
  const { shift_id, start_dt, end_dt, meeting_point, note, event_id, location, time_zone, public_names } =
    swap
  if (swap.is_pending) throw conflict('swap_pending')
  return {
    organization: toPublicOrganization(swap.organization),
    contact: toContact(swap),
    event: {
      id: event_id,
      name: swap.event_name,
      location,
      time_zone,
      public_names,
      questions: questionsFor(swap.questions, [swap.role_id]),
    },
    role: {
      id: swap.role_id,
      name: swap.role_name,
      description: swap.role_description,
      min_age: swap.min_age,
      asks_first: asksFirst(swap),
    },
    shift: { id: shift_id, start_dt, end_dt, meeting_point, note },
  }
}

/** For the preview of the link. Throws 404 `link_invalid`. */
export async function findSwapOrganization(deps: Deps, token: string): Promise<ShownOrganization> {
  const { swap } = await openSwapLink(deps, token)
  return toPublicOrganization(swap.organization)
}

type Taking = { body: z.output<typeof swapBody>; language: Language | undefined; attempt: Attempt }

/** D58. Refuses as `takeOver` does. */
export async function takeSwap(deps: Deps, token: string, taking: Taking): ReturnType<typeof takeOver> {
  const { org, swap } = await openSwapLink(deps, token)
  return actAs({ kind: 'link' }, () => takeOver(deps, org, swap, taking))
}

/** Reads the assignment before it verifies the signature, which includes the id of the link. */
async function openSwapLink(
  { db, findOrganization, keys }: Deps,
  token: string,
): Promise<{ org: OrgId; swap: SwapRow }> {
  const id = readSignedId(token)
  const org = id && (await findOrganization.ofAssignment(id))
  if (!org) throw notFound('link_invalid')
  const swap = await db.preparedTransaction(org, (tx) => findSwap(tx, id))
  if (!swap || !isSigned(keys, token, swapLink({ id, swap_id: swap.swap_id }))) throw notFound('link_invalid')
  return { org, swap }
}
