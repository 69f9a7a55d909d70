import { isOver } from '@muster/contract/rules/shift-phase'
import { foldName } from '@muster/contract/rules/text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OrgId } from '../../db/client.ts'
import { groupBy } from '../../db/group-by.ts'
import { lockAssignment } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { languageOf } from '../../http/language.ts'
import { announceShifts } from '../../live/announce.ts'
import { deleteBlock, insertBlock, isBlocked } from '../../outbox/suppression.ts'
import { verifySignedId } from '../../signing/signed-id.ts'
import { installLinkPages, unknownLinkPage } from '../messages/link-page.ts'
import { findSignUpMail, type SignUpMail } from './find-sign-up-mail.ts'
import { notMePage, type SignUpState } from './not-me-page.ts'
import { listPlaces, updateAnswer } from './queries.ts'

type OneLink = { Params: { token: string }; Body: string }

/** D28: "Wasn't it you?" frees the places an e-mail tells of, and ends e-mail to its address. */
export function installNotMe(app: FastifyInstance, deps: Deps): void {
  installLinkPages(app, (pages) => {
    pages.get<OneLink>('/not-me/:token', (request, reply) => answer(deps, request, reply))
    pages.post<OneLink>('/not-me/:token', (request, reply) => {
      const resumes = new URLSearchParams(request.body).get('resume') !== null
      return answer(deps, request, reply, (mail) =>
        resumes ? resumeMail(deps, mail) : giveUpPlaces(deps, mail),
      )
    })
  })
}

async function answer(
  deps: Deps,
  { params, headers }: FastifyRequest<OneLink>,
  reply: FastifyReply,
  change?: (mail: SignUpMail) => Promise<void>,
): Promise<FastifyReply> {
  const { db, keys } = deps
  reply.type('text/html; charset=utf-8')
  const id = verifySignedId(keys, params.token, 'not_me')
  const mail = id && (await db.system((tx) => findSignUpMail(tx, id)))
  if (!mail) return reply.status(404).send(unknownLinkPage(languageOf(headers['accept-language'])))
  await change?.(mail)
  const is_blocked = await db.system((tx) => isBlocked(tx, mail.address))
  return reply.send(notMePage({ ...mail, is_blocked, states: await readStates(deps, mail) }))
}

const resumeMail = ({ db }: Deps, { address }: SignUpMail) => db.system((tx) => deleteBlock(tx, address))

/** The address first: it must get no more e-mail, whatever becomes of the rest. Pressing again does the rest. */
async function giveUpPlaces(deps: Deps, mail: SignUpMail): Promise<void> {
  await deps.db.system((tx) => insertBlock(tx, mail.address))
  for (const { org, assignment_id } of await listOwners(deps, mail)) {
    await giveUpPlace(deps, org, { assignment_id, address: mail.address })
  }
}

async function giveUpPlace(
  { db, now: clock }: Deps,
  org: OrgId,
  { assignment_id, address }: { assignment_id: string; address: string },
): Promise<void> {
  await db.transaction(org, async (tx) => {
    const now = clock()
    const assignment = await lockAssignment(tx, assignment_id)
    if (!assignment) return
    const { status, shift, person } = assignment
    const place = { status, email: person.email, end_dt: shift.end_dt }
    if (stateOf(place, { address, now }) !== 'signed_up') return
    await updateAnswer(tx, assignment_id, { status: 'DECLINED', responded_at: now })
    announceShifts(tx, [shift])
  })
}

/** How it stands with each sign-up, by assignment. One that is missing is gone. */
async function readStates(deps: Deps, mail: SignUpMail): Promise<Map<string, SignUpState>> {
  const { db, now } = deps
  const states = new Map<string, SignUpState>()
  for (const [org, of_one] of groupBy(await listOwners(deps, mail), (each) => each.org)) {
    const ids = of_one.map(({ assignment_id }) => assignment_id)
    const places = await db.transaction(org, (tx) => listPlaces(tx, ids))
    for (const { assignment_id, ...place } of places) {
      states.set(assignment_id, stateOf(place, { address: mail.address, now: now() }))
    }
  }
  return states
}

/** An administrator may have corrected the address meanwhile: the place then belongs to another address. */
function stateOf(
  place: { status: string; email: string; end_dt: string },
  { address, now }: { address: string; now: string },
): SignUpState {
  if (place.status !== 'CONFIRMED' || foldName(place.email) !== foldName(address)) return 'gone'
  return isOver(place, now) ? 'over' : 'signed_up'
}

async function listOwners({ findOrganization }: Deps, { sign_ups }: SignUpMail) {
  const owners: { org: OrgId; assignment_id: string }[] = []
  for (const assignment_id of new Set(sign_ups.map((each) => each.assignment_id))) {
    const org = await findOrganization.ofAssignment(assignment_id)
    if (org) owners.push({ org, assignment_id })
  }
  return owners
}
