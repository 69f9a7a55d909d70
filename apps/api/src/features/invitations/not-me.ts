import { groupBy } from '@muster/contract/rules/group-by'
import { isOver } from '@muster/contract/rules/shift-phase'
import { foldName } from '@muster/contract/rules/text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lockAssignmentsOfPerson } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { languageOf } from '../../http/language.ts'
import { deleteBlock, insertBlock, isBlocked } from '../../outbox/suppression.ts'
import { verifySignedId } from '../../signing/signed-id.ts'
import { updateAnswer } from '../assignments/places.ts'
import { installLinkPages, unknownLinkPage } from '../messages/link-page.ts'
import { leaveAllLines } from '../waiting-list/leave-all-lines.ts'
import { findSignUpMail, listSignUpBatches, type SignUpBatch, type SignUpMail } from './find-sign-up-mail.ts'
import { notMePage, type SignUpState } from './not-me-page.ts'
import { listSignUps } from './queries.ts'

type LinkRoute = { Params: { token: string }; Body: string }

export function installNotMe(app: FastifyInstance, deps: Deps): void {
  installLinkPages(app, (pages) => {
    pages.get<LinkRoute>('/not-me/:token', (request, reply) => answer(deps, request, reply))
    pages.post<LinkRoute>('/not-me/:token', (request, reply) => {
      const isResume = new URLSearchParams(request.body).has('resume')
      return answer(deps, request, reply, (email) =>
        isResume ? unblock(deps, email) : blockAndDecline(deps, email),
      )
    })
  })
}

async function answer(
  deps: Deps,
  { params, headers }: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
  change?: (email: SignUpMail) => Promise<void>,
): Promise<FastifyReply> {
  const { db, keys } = deps
  reply.type('text/html; charset=utf-8')
  const id = verifySignedId(keys, params.token, 'not_me')
  const email = id && (await db.system((tx) => findSignUpMail(tx, id)))
  if (!email) return reply.status(404).send(unknownLinkPage(languageOf(headers['accept-language'])))
  await change?.(email)
  const is_blocked = await db.system((tx) => isBlocked(tx, email.address))
  return reply.send(notMePage({ ...email, is_blocked, states: await readStates(deps, email) }))
}

const unblock = ({ db }: Deps, { address }: SignUpMail) => db.system((tx) => deleteBlock(tx, address))

/** Blocks first: if declining fails, no more email is sent, and the form can be sent again. */
async function blockAndDecline(deps: Deps, email: SignUpMail): Promise<void> {
  await deps.db.system((tx) => insertBlock(tx, email.address))
  await deps.db.system((tx) => leaveAllLines(tx, email.address))
  for (const batch of await deps.db.system((tx) => listSignUpBatches(tx, email.message_id))) {
    await declineSignUps(deps, batch, email.address)
  }
}

async function declineSignUps(
  { db, now: clock }: Deps,
  { organization_id, assignment_ids }: SignUpBatch,
  address: string,
): Promise<void> {
  await db.transaction(organization_id, async (tx) => {
    const now = clock()
    for (const assignment of await lockAssignmentsOfPerson(tx, assignment_ids)) {
      const { status, shift, person } = assignment
      const sign_up = { status, email: person.email, end_dt: shift.end_dt }
      if (stateOf(sign_up, { address, now }) !== 'signed_up') continue
      const declined = { status: 'DECLINED', responded_at: now } as const
      // Saved as a cancellation; otherwise no administrator would be told (D39).
      await updateAnswer(tx, assignment, declined, { cancelled_at: now, cancel_reason: null })
    }
  })
}

async function readStates({ db, now }: Deps, email: SignUpMail): Promise<Map<string, SignUpState>> {
  const states = new Map<string, SignUpState>()
  for (const [org, assignments] of groupBy(email.sign_ups, (each) => each.organization_id)) {
    const ids = assignments.map(({ assignment_id }) => assignment_id)
    const sign_ups = await db.transaction(org, (tx) => listSignUps(tx, ids))
    for (const { assignment_id, ...sign_up } of sign_ups) {
      states.set(assignment_id, stateOf(sign_up, { address: email.address, now: now() }))
    }
  }
  return states
}

/** Compares the addresses: if the person's email was corrected, the sign-up belongs to another address. */
function stateOf(
  sign_up: { status: string; email: string; end_dt: string },
  { address, now }: { address: string; now: string },
): SignUpState {
  if (sign_up.status !== 'CONFIRMED' || foldName(sign_up.email) !== foldName(address)) return 'gone'
  return isOver(sign_up, now) ? 'over' : 'signed_up'
}
