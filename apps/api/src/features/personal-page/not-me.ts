import { cancelUntil } from '@muster/contract/rules/answer-change'
import { isSameEmail } from '@muster/contract/rules/email-change'
import { groupBy } from '@muster/contract/rules/group-by'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lockAssignmentsOfPerson } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { deleteBlock, insertBlock, isBlocked } from '../../outbox/suppression.ts'
import { languageOf } from '../../pages/language.ts'
import { verifySignedId } from '../../signing/signed-id.ts'
import { updateAnswer } from '../assignments/places.ts'
import { installLinkPages, unknownLinkPage } from '../messages/link-page.ts'
import { leaveAllWaitingLists } from '../waiting-list/leave-all-waiting-lists.ts'
import { findSignUpMail, listSignUpBatches, type SignUpBatch, type SignUpMail } from './find-sign-up-mail.ts'
import { notMePage, type SignUpState } from './not-me-page.ts'
import { getCancelHours, listSignUps } from './queries.ts'

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

/** Records it, because with the press before it is a way to cancel after the time for it (D28). */
async function unblock({ db, now }: Deps, { address, message_id }: SignUpMail): Promise<void> {
  await db.system((tx) => deleteBlock(tx, address))
  for (const { organization_id, assignment_ids } of await db.system((tx) =>
    listSignUpBatches(tx, { message_id, status: 'DECLINED' }),
  )) {
    await db.transaction(organization_id, async (tx) => {
      for (const assignment of await lockAssignmentsOfPerson(tx, assignment_ids)) {
        if (assignment.disowned === null) continue
        await recordAction(tx, {
          action: 'assignment.mail_resumed',
          at: now(),
          ...subjectsOfAssignment(assignment),
        })
      }
    })
  }
}

/** Blocks first: if declining fails, no more email is sent, and the form can be sent again. */
async function blockAndDecline(deps: Deps, email: SignUpMail): Promise<void> {
  await deps.db.system((tx) => insertBlock(tx, email.address))
  await deps.db.system((tx) => leaveAllWaitingLists(tx, email.address))
  for (const batch of await deps.db.system((tx) =>
    listSignUpBatches(tx, { message_id: email.message_id, status: 'CONFIRMED' }),
  )) {
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
      const cancel_until_hours = await getCancelHours(tx, shift.event_id)
      const is_asked_again = assignment.asked_again_at !== null
      const until = cancelUntil({ shift, cancel_until_hours, is_asked_again })
      const disowned = until !== null && now < until ? 'in_time' : 'late'
      // Saved as a cancellation; otherwise no administrator would be told (D39).
      await updateAnswer(tx, assignment, declined, { cancelled_at: now, cancel_reason: null, disowned })
      await recordAction(tx, {
        action: disowned === 'late' ? 'assignment.disowned_late' : 'assignment.disowned',
        at: now,
        ...subjectsOfAssignment(assignment),
      })
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
  sign_up: { status: string; email: string | null; end_dt: string },
  { address, now }: { address: string; now: string },
): SignUpState {
  if (sign_up.status !== 'CONFIRMED' || !isSameEmail(sign_up.email, address)) return 'gone'
  return isOver(sign_up, now) ? 'over' : 'signed_up'
}
