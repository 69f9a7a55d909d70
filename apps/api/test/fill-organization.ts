import { eq, sql } from 'drizzle-orm'
import { newId } from '../src/db/ids.ts'
import * as schema from '../src/db/schema.ts'
import type { Deps } from '../src/deps.ts'
import { signId, swapLink } from '../src/signing/signed-id.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRequest,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
} from './planning.ts'
import { PASSWORD_HASH } from './sessions.ts'

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
  const offer = { ask_id: newId(), ask_places: 5 }
  const assignment = await buildAssignment(deps, {
    shift,
    person,
    other_phone: '+46701234568',
    note: 'n',
    ...offer,
  })
  // Is free at the time of the shift but on the event: a key of one event has access only to people on its shifts.
  const later = await buildShift(deps, { role, start_dt: hoursAfter(shift.end_dt, 2) })
  const later_assignment = await buildAssignment(deps, { shift: later, person: free_person })
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
      payload: {},
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
  const saved_text_id = newId()
  await deps.db.system((tx) =>
    tx.insert(schema.savedText).values({ organization_id, id: saved_text_id, title: 't', text: 't' }),
  )
  await deps.db.system((tx) =>
    tx
      .insert(schema.organizationLogo)
      .values({ organization_id, type: 'image/png', bytes: Buffer.from('l') })
      .onConflictDoNothing(),
  )
  const tag_id = newId()
  await deps.db.system(async (tx) => {
    await tx.insert(schema.tag).values({ organization_id, id: tag_id, name: 't', name_key: tag_id })
    await tx.insert(schema.personTag).values({ organization_id, person_id: person.id, tag_id })
  })
  await deps.db.system((tx) =>
    tx.insert(schema.answer).values({
      organization_id,
      id: newId(),
      event_id: event.id,
      person_id: person.id,
      question_id: newId(),
      kind: 'text',
      label: 'q',
      delete_after_event: false,
      value: 'a',
      created_at: new Date().toISOString(),
    }),
  )
  const batch_id = newId()
  await deps.db.system((tx) =>
    tx.insert(schema.batch).values({
      organization_id,
      id: batch_id,
      event_ids: [event.id],
      before: { event: [], role: [], shift: [], assignment: [], waiting: [], message: [], overlap: [] },
      after: { event: [], shift: [], assignment: [], waiting: [] },
    }),
  )
  const import_id = newId()
  await deps.db.system(async (tx) => {
    await tx.insert(schema.personImport).values({ organization_id, id: import_id, tag_ids: [] })
    const { id: person_id, version } = free_person
    await tx.insert(schema.importedPerson).values({ organization_id, import_id, person_id, version })
  })
  const merge_id = newId()
  await deps.db.system((tx) =>
    tx.execute(sql`
      insert into merge (organization_id, id, person_id, kept_id, merged_id, merged_at, before, after)
      select p.organization_id, ${merge_id}, p.id, p.id, ${newId()}, ${deps.now()}, json_build_object(
          'kept', p, 'merged', to_jsonb(p) || jsonb_build_object('id', ${newId()}::text), 'assignment', '[]'::json,
          'waiting', '[]'::json, 'person_tag', '[]'::json, 'message', '[]'::json, 'email_change', '[]'::json,
          'merge', '[]'::json, 'suppression', '[]'::json
        ), to_json(p)
      from person p where p.id = ${person.id}
    `),
  )
  const full_shift = await buildShift(deps, { role, start_dt: hoursAfter(shift.end_dt, 6), required_qty: 1 })
  const swap_id = newId()
  const giver = await buildAssignment(deps, {
    shift: full_shift,
    person: free_person,
    status: 'CONFIRMED',
    swap_id,
  })
  const waiting = await buildWaiting(deps, {
    shift,
    person: free_person,
    other_phone: '+46701234568',
  })
  const request = await buildRequest(deps, { shift, note: 'n' })
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
    saved_text_id,
    tag_id,
    batch_id,
    import_id,
    merge_id,
    event_id: event.id,
    role_id: role.id,
    free_role_id: free_role.id,
    shift_id: shift.id,
    full_shift_id: full_shift.id,
    person_id: person.id,
    free_person_id: free_person.id,
    assignment_id: assignment.id,
    ask_id: offer.ask_id,
    link: signId(deps.keys, { purpose: 'personal_link', id: assignment.id, round: assignment.round }),
    waiting_id: waiting.id,
    waiting_link: signId(deps.keys, { purpose: 'waiting', id: waiting.id, round: waiting.round }),
    swap_link: signId(deps.keys, swapLink({ id: giver.id, swap_id })),
    request_id: request.id,
    request_link: signId(deps.keys, { purpose: 'request', id: request.form_id, round: 1 }),
    begun_assignment_id: begun_assignment.id,
    later_shift_id: later.id,
    later_assignment_id: later_assignment.id,
  }
}

export const PASSKEY_CHALLENGE = 'Y2hhbGxlbmdl'

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
