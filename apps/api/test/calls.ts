import { contract } from '@muster/contract/contract'
import type { AppRoute } from '@ts-rest/core'
import { eq } from 'drizzle-orm'
import { newId } from '../src/db/ids.ts'
import * as schema from '../src/db/schema.ts'
import type { Deps } from '../src/deps.ts'
import { signId } from '../src/signing/signed-id.ts'
import { buildAuthenticator } from './authenticator.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
} from './planning.ts'
import { PASSWORD_HASH } from './sessions.ts'

export const nameOf = ({ method, path }: AppRoute) => `${method} ${path}`
/** All routes under /admin and /api. */
export const administration = Object.values(contract)
  .flatMap((feature) => Object.values<AppRoute>(feature))
  .filter(({ path }) => /^\/(admin|api)\//.test(path))

export type Call = { params?: Record<string, string>; query?: Record<string, string>; body?: object }

const BROADCAST = {
  messageType: 'custom',
  customText: 'Hej',
  communicationChannel: 'email',
  includePastShifts: true,
  includeCurrentShifts: true,
  includeUpcomingShifts: true,
  includeLink: true,
  language: 'sv',
}

/** Successful calls of each route. Tests replace ids that depend on the organisation by those of another. */
export const CALLS: Record<string, (of: Filled) => Call> = {
  'GET /api/last-active-organization': () => ({}),
  'GET /api/my-organizations': () => ({}),
  'POST /api/set-last-active-organization': ({ organization_id }) => ({ body: { organization_id } }),
  'POST /api/organizations': () => ({ body: { name: 'Ny' } }),
  'GET /api/account': () => ({}),
  'PUT /api/account': () => ({ body: { name: 'Åsa Öberg' } }),
  'POST /api/account/end': () => ({}),
  'POST /api/account/keep': () => ({}),
  'POST /api/account/password': () => ({
    body: { current_password: 'three blue bikes', password: 'seven green tents' },
  }),
  'GET /api/account/sessions': () => ({}),
  'DELETE /api/account/sessions/:id': ({ session_id }) => ({ params: { id: session_id } }),
  'POST /api/account/end-other-sessions': () => ({}),
  'GET /api/account/factors': () => ({}),
  'POST /api/account/factors': () => ({ body: { factor_type: 'totp', friendly_name: 'Ny' } }),
  'DELETE /api/account/factors/:id': ({ factor_id }) => ({ params: { id: factor_id } }),
  'POST /api/account/recovery-codes': () => ({}),
  'POST /api/account/passkey-options': () => ({}),
  'POST /api/account/passkeys': ({ passkey_challenge_id }) => ({
    body: { challenge_id: passkey_challenge_id, response: buildAuthenticator().create(PASSKEY_CHALLENGE) },
  }),
  'PUT /api/account/passkeys/:id': ({ passkey_id }) => ({
    params: { id: passkey_id },
    body: { friendly_name: 'Ny' },
  }),
  'DELETE /api/account/passkeys/:id': ({ passkey_id }) => ({ params: { id: passkey_id } }),
  'PUT /admin/organization': () => ({ body: { name: 'Ny' } }),
  'POST /admin/organization/end': ({ organization_name }) => ({ body: { name: organization_name } }),
  'GET /admin/organization/export': () => ({}),
  'GET /admin/user/notices': () => ({}),
  'PUT /admin/user/notices': () => ({ body: { cancellations: 'none' } }),
  'GET /admin/api-keys': () => ({}),
  'POST /admin/api-keys': ({ event_id }) => ({
    body: { name: 'Ny', rights: ['read'], event_id, expires_in_days: 30 },
  }),
  'DELETE /admin/api-keys/:id': ({ api_key_id }) => ({ params: { id: api_key_id } }),
  'GET /admin/members': () => ({}),
  'PUT /admin/members/:userId': ({ member_id, role_id }) => ({
    params: { userId: member_id },
    body: { role: 'leader', lead_role_ids: [role_id] },
  }),
  'DELETE /admin/members/:userId': ({ member_id }) => ({ params: { userId: member_id } }),
  'POST /admin/members/leave': () => ({}),
  'POST /admin/member-invitations': ({ role_id }) => ({
    body: {
      email: `bo@${serial++}.example`,
      role: 'leader',
      lead_role_ids: [role_id],
      language: 'sv',
    },
  }),
  'PUT /admin/member-invitations/:id': ({ invitation_id, role_id }) => ({
    params: { id: invitation_id },
    body: { role: 'leader', lead_role_ids: [role_id] },
  }),
  'POST /admin/member-invitations/:id/send': ({ invitation_id }) => ({ params: { id: invitation_id } }),
  'DELETE /admin/member-invitations/:id': ({ invitation_id }) => ({ params: { id: invitation_id } }),
  'POST /api/memberships': ({ member_link }) => ({ body: { token: member_link } }),
  'GET /admin/log': ({ member_id }) => ({ query: { actor: member_id } }),
  'GET /admin/log/export': ({ member_id }) => ({ query: { actor: member_id } }),
  'GET /admin/people': () => ({}),
  'POST /admin/people': () => ({
    body: { first_name: 'Ida', last_name: 'Lind', email: `ida@${serial++}.example` },
  }),
  'PUT /admin/people/:id': ({ person_id }) => ({ params: { id: person_id }, body: { notes: 'x' } }),
  'GET /admin/people/:id/sent-links': ({ person_id }) => ({ params: { id: person_id } }),
  'DELETE /admin/people/:id': ({ person_id }) => ({ params: { id: person_id } }),
  'GET /admin/people/:id/export': ({ person_id }) => ({ params: { id: person_id } }),
  'GET /admin/people/:id/messages': ({ person_id }) => ({ params: { id: person_id } }),
  'POST /admin/people/:id/messages/read': ({ person_id }) => ({ params: { id: person_id } }),
  'POST /admin/people/:id/thread': ({ person_id }) => ({ params: { id: person_id } }),
  'POST /admin/people/:id/send-sms': ({ person_id }) => ({
    params: { id: person_id },
    body: { message: 'Hej', useAlphanumeric: true },
  }),
  'GET /admin/events': () => ({}),
  'GET /admin/events/:id': ({ event_id }) => ({ params: { id: event_id } }),
  'POST /admin/events': () => ({
    body: { name: 'Ny', event_date_start: '2027-06-19T08:00:00Z', event_date_end: '2027-06-19T20:00:00Z' },
  }),
  'PUT /admin/events/:id': ({ event_id }) => ({ params: { id: event_id }, body: { name: 'x' } }),
  'DELETE /admin/events/:id': ({ event_id }) => ({ params: { id: event_id } }),
  'GET /admin/events/:id/roles': ({ event_id }) => ({ params: { id: event_id } }),
  'POST /admin/events/:id/roles': ({ event_id }) => ({ params: { id: event_id }, body: { name: 'x' } }),
  'PUT /admin/events/:id/roles/:roleId': ({ event_id, role_id }) => ({
    params: { id: event_id, roleId: role_id },
    body: { name: 'x' },
  }),
  'DELETE /admin/events/:id/roles/:roleId': ({ event_id, free_role_id }) => ({
    params: { id: event_id, roleId: free_role_id },
  }),
  'GET /admin/user/last-event': () => ({}),
  'POST /admin/user/last-event': ({ event_id }) => ({ body: { event_id } }),
  'POST /admin/events/:eventId/broadcast': ({ event_id }) => ({
    params: { eventId: event_id },
    body: BROADCAST,
  }),
  'POST /admin/events/:eventId/broadcast/preview': ({ event_id }) => ({
    params: { eventId: event_id },
    body: BROADCAST,
  }),
  'GET /admin/broadcasts/:id': ({ broadcast_id }) => ({ params: { id: broadcast_id } }),
  'POST /admin/broadcasts/:id/undo': ({ broadcast_id }) => ({ params: { id: broadcast_id } }),
  'GET /admin/events/:eventId/broadcasts': ({ event_id }) => ({ params: { eventId: event_id } }),
  'GET /admin/shifts': ({ event_id }) => ({ query: { event_id } }),
  'POST /admin/shifts': ({ event_id, role_id }) => ({
    body: {
      event_id,
      role_id,
      start_dt: '2027-06-19T08:00:00Z',
      end_dt: '2027-06-19T10:00:00Z',
      required_qty: 1,
    },
  }),
  'PUT /admin/shifts/:id': ({ shift_id, event_id, role_id }) => ({
    params: { id: shift_id },
    body: { event_id, role_id, required_qty: 9 },
  }),
  'DELETE /admin/shifts/:id': ({ shift_id }) => ({ params: { id: shift_id } }),
  'POST /admin/assign': ({ shift_id, free_person_id }) => ({
    body: { shift_id, person_ids: [free_person_id] },
  }),
  'POST /admin/shifts/:id/assignments': ({ shift_id, free_person_id, assignment_id }) => ({
    params: { id: shift_id },
    body: { add: [free_person_id], remove: [assignment_id] },
  }),
  'DELETE /admin/assignments/:id': ({ assignment_id }) => ({ params: { id: assignment_id } }),
  'PATCH /admin/assignments/:id': ({ begun_assignment_id }) => ({
    params: { id: begun_assignment_id },
    body: { status: 'ABSENT' },
  }),
  'PATCH /admin/assignments/:id/extend-expiration': ({ assignment_id }) => ({
    params: { id: assignment_id },
    body: { days: 7 },
  }),
  'POST /admin/assignments/:id/send-invite': ({ assignment_id }) => ({
    params: { id: assignment_id },
    body: { method: 'EMAIL' },
  }),
  'POST /admin/assignments/:id/new-link': ({ assignment_id }) => ({
    params: { id: assignment_id },
    body: { notify: true },
  }),
  'GET /admin/shifts/:id/waiting-list': ({ shift_id }) => ({ params: { id: shift_id } }),
  'POST /admin/waiting/:id/offer': ({ waiting_id }) => ({ params: { id: waiting_id } }),
  'DELETE /admin/waiting/:id': ({ waiting_id }) => ({ params: { id: waiting_id } }),
  'GET /admin/open-links': () => ({}),
  'POST /admin/notices/preview': ({ shift_id }) => ({ body: { shift_id } }),
}

let serial = 0

export const callOf = (route: AppRoute, of: Filled): Call => {
  const call = CALLS[nameOf(route)]
  if (!call) throw new Error(`Say in CALLS how ${nameOf(route)} is called.`)
  return call(of)
}

export type Filled = Awaited<ReturnType<typeof fillOrganization>>

/** Inserts one row of every kind with an id, in one transaction, because hundreds of tests need their own. */
export async function fillOrganization(deps: Deps, organization_id: string) {
  return deps.db.system((tx) => {
    const db: Deps['db'] = { ...deps.db, system: (work) => work(tx) }
    return fill({ ...deps, db }, organization_id)
  })
}

async function fill(deps: Deps, organization_id: string) {
  const event = await buildEvent(deps, { organization_id, location: 'l', description: 'd', notes: 'n' })
  const role = await buildRole(deps, { event, description: 'd' })
  const free_role = await buildRole(deps, { event })
  const shift = await buildShift(deps, { role })
  const filled = { phone: '+46701234567', child_team: 't', notes: 'n', language: 'sv' as const }
  const person = await buildPerson(deps, { organization_id, ...filled })
  const free_person = await buildPerson(deps, { organization_id, ...filled })
  const assignment = await buildAssignment(deps, { shift, person, other_phone: '+46701234568', note: 'n' })
  // Is free at the time of the shift but on the event: a key of one event has access only to people on its shifts.
  const later = await buildShift(deps, { role, start_dt: hoursAfter(shift.end_dt, 2) })
  await buildAssignment(deps, { shift: later, person: free_person })
  const begun = await buildShift(deps, { role, start_dt: hoursAfter(deps.now(), -1) })
  const begun_assignment = await buildAssignment(deps, {
    shift: begun,
    person: free_person,
    status: 'CONFIRMED',
  })
  await deps.db.system((tx) =>
    tx.insert(schema.message).values({
      organization_id,
      id: newId(),
      person_id: person.id,
      channel: 'EMAIL',
      subject: 's',
      body_text: 'b',
      template: 't',
      facts: {},
      language: 'sv',
      address: person.email,
      failure_reason: 'f',
      // FAILED, so that no worker sends it.
      status: 'FAILED',
    }),
  )
  const broadcast_id = newId()
  await deps.db.system((tx) =>
    tx.insert(schema.broadcast).values({
      organization_id,
      id: broadcast_id,
      event_id: event.id,
      message_type: 'custom',
      total_count: 0,
      sent_count: 0,
      created_by: newId(),
    }),
  )
  const full_shift = await buildShift(deps, { role, start_dt: hoursAfter(shift.end_dt, 6), required_qty: 1 })
  await buildAssignment(deps, { shift: full_shift, person: free_person, status: 'CONFIRMED' })
  const { id: waiting_id } = await buildWaiting(deps, {
    shift,
    person: free_person,
    other_phone: '+46701234568',
  })
  const { member_id, invitation_id, member_link } = await fillMembers(deps, organization_id)
  const api_key_id = newId()
  await deps.db.system((tx) =>
    tx.insert(schema.apiKey).values({
      organization_id,
      id: api_key_id,
      name: 'n',
      hash: newId(),
      start: 'mk_',
      rights: ['read'],
      created_by: newId(),
    }),
  )
  return {
    ...(await fillAccount(deps, organization_id)),
    organization_id,
    organization_name: await reopen(deps, organization_id),
    api_key_id,
    member_id,
    invitation_id,
    member_link,
    broadcast_id,
    event_id: event.id,
    role_id: role.id,
    free_role_id: free_role.id,
    shift_id: shift.id,
    full_shift_id: full_shift.id,
    person_id: person.id,
    free_person_id: free_person.id,
    assignment_id: assignment.id,
    waiting_id,
    begun_assignment_id: begun_assignment.id,
  }
}

const PASSKEY_CHALLENGE = 'Y2hhbGxlbmdl'

/** Fills the administrator's account, which has a second factor. Its session has passed it. */
async function fillAccount(deps: Deps, organization_id: string) {
  const ids = {
    session_id: newId(),
    factor_id: newId(),
    passkey_id: newId(),
    passkey_challenge_id: newId(),
  }
  await deps.db.system(async (tx) => {
    const [organization] = await tx
      .select({ user_id: schema.organization.created_by })
      .from(schema.organization)
      .where(eq(schema.organization.id, organization_id))
    const user_id = organization?.user_id
    if (!user_id) return
    await tx
      .update(schema.appUser)
      .set({ password_hash: PASSWORD_HASH })
      .where(eq(schema.appUser.id, user_id))
    await tx.update(schema.session).set({ aal: 'aal2' }).where(eq(schema.session.user_id, user_id))
    await tx.insert(schema.session).values({ id: ids.session_id, user_id, aal: 'aal2' })
    await tx.delete(schema.mfaFactor).where(eq(schema.mfaFactor.user_id, user_id))
    await tx.delete(schema.webauthnCredential).where(eq(schema.webauthnCredential.user_id, user_id))
    await tx
      .insert(schema.mfaFactor)
      .values({ id: ids.factor_id, user_id, factor_type: 'totp', friendly_name: 'f', secret: 's' })
    await tx.insert(schema.webauthnCredential).values({
      id: ids.passkey_id,
      user_id,
      credential_id: newId(),
      public_key: 'k',
      counter: 0,
      transports: [],
      friendly_name: 'p',
      is_synced: false,
    })
    await tx.insert(schema.mfaChallenge).values({
      id: ids.passkey_challenge_id,
      user_id,
      purpose: 'passkey_new',
      challenge: PASSKEY_CHALLENGE,
      expires_at: '2999-01-01T00:00:00.000Z',
    })
  })
  return ids
}

/** Undoes the call that ends the organisation. */
async function reopen(deps: Deps, organization_id: string): Promise<string> {
  const [found] = await deps.db.system((tx) =>
    tx
      .update(schema.organization)
      .set({ ended_at: null })
      .where(eq(schema.organization.id, organization_id))
      .returning({ name: schema.organization.name }),
  )
  return found?.name ?? ''
}

/** Inserts another owner and an open invitation. */
async function fillMembers(deps: Deps, organization_id: string) {
  const member_id = newId()
  const invitation_id = newId()
  await deps.db.system(async (tx) => {
    await tx.insert(schema.appUser).values({
      id: member_id,
      email: `${member_id}@muster.example`,
      password_hash: 'none',
    })
    await tx.insert(schema.membership).values({ organization_id, user_id: member_id, role: 'owner' })
    // Invites the account that created the organisation: it makes the calls, and only the invited account can accept.
    const [caller] = await tx
      .select({ email: schema.appUser.email })
      .from(schema.appUser)
      .innerJoin(schema.organization, eq(schema.organization.created_by, schema.appUser.id))
      .where(eq(schema.organization.id, organization_id))
    const email = caller?.email ?? ''
    await tx
      .update(schema.memberInvitation)
      .set({ withdrawn_at: deps.now() })
      .where(eq(schema.memberInvitation.email, email))
    await tx.insert(schema.memberInvitation).values({
      organization_id,
      id: invitation_id,
      email,
      role: 'viewer',
      language: 'sv',
      invited_by: member_id,
      sent_at: deps.now(),
      expires_at: hoursAfter(deps.now(), 24),
    })
  })
  const member_link = signId(deps.keys, { purpose: 'member_invitation', id: invitation_id, round: 1 })
  return { member_id, invitation_id, member_link }
}
