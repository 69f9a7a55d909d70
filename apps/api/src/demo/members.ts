import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { auditLog, event, memberInvitation, memberLead, role } from '../db/schema.ts'
import { insertMembership } from '../features/organizations/queries.ts'
import { insertAccount } from '../features/session/account-queries.ts'
import type { DemoIds } from './ids.ts'

type SeedContext = { organization_id: string; now: string; newId: DemoIds }

/** Inserts a member of every role. They sign in with the password of the demo administrator. */
export async function seedMembers(
  tx: Tx,
  {
    organization_id,
    invited_by,
    password_hash,
    now,
    newId,
  }: SeedContext & { invited_by: string; password_hash: string },
): Promise<void> {
  const [led] = await tx
    .select({ id: role.id })
    .from(role)
    .where(eq(role.organization_id, organization_id))
    .orderBy(asc(role.id))
    .limit(1)
  const members = [
    { name: 'Per Nyström', address: 'per.nystrom', member_role: 'owner' },
    { name: 'Karin Lind', address: 'karin.lind', member_role: 'admin' },
    { name: 'Henrik Ek', address: 'henrik.ek', member_role: 'viewer' },
    { name: 'Noor Haddad', address: 'noor.haddad', member_role: 'leader' },
  ] as const
  for (const { name, address, member_role } of members) {
    const id = newId('account')
    const email = `${address}@solsidan.example`
    await insertAccount(tx, { id, email, name, password_hash, language: 'sv' })
    await insertMembership(tx, { organization_id, user_id: id, role: member_role })
    if (member_role === 'leader' && led)
      await tx.insert(memberLead).values({ organization_id, user_id: id, role_id: led.id })
  }
  const invited = { organization_id, invited_by, language: 'sv' as const }
  await tx.insert(memberInvitation).values([
    {
      ...invited,
      id: newId('invitation'),
      email: 'fatima.alrashid@example.org',
      role: 'admin',
      sent_at: daysAfter(now, -1),
      expires_at: daysAfter(now, 6),
    },
    {
      ...invited,
      id: newId('invitation'),
      email: 'bo.k@example.org',
      role: 'viewer',
      sent_at: daysAfter(now, -10),
      expires_at: daysAfter(now, -3),
    },
  ])
}

/** Inserts log entries of the administrator, the oldest first. */
export async function seedLog(
  tx: Tx,
  { organization_id, actor_id, now, newId }: SeedContext & { actor_id: string },
): Promise<void> {
  const events = await tx
    .select({ id: event.id })
    .from(event)
    .where(eq(event.organization_id, organization_id))
    .orderBy(event.id)
  const invitations = await tx
    .select({ id: memberInvitation.id, sent_at: memberInvitation.sent_at })
    .from(memberInvitation)
    .where(eq(memberInvitation.organization_id, organization_id))
    .orderBy(memberInvitation.sent_at)
  const done = [
    ...events.map(({ id: event_id }) => ({
      action: 'event.added' as const,
      at: daysAfter(now, -30),
      subjects: { event_id },
    })),
    ...invitations.map(({ id: invitation_id, sent_at }) => ({
      action: 'member_invitation.sent' as const,
      at: sent_at,
      subjects: { invitation_id },
    })),
  ]
  await tx.insert(auditLog).values(
    done.map((each) => ({
      ...each,
      organization_id,
      id: newId('log'),
      actor_kind: 'account' as const,
      actor_id,
    })),
  )
}

const daysAfter = (now: string, days: number) => addMs(now, days * DAY_MS)
