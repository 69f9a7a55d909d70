import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { appUser, organization } from '../db/schema.ts'
import { enqueueAccountEmail } from './enqueue.ts'
import type { AccountAct } from './kinds/account-changed.ts'

type Act = Omit<AccountAct, 'at' | 'organization'> & { at: string; organization_id?: string }

/** D64: e-mails an account what was done in its name, so that its owner can disown it. Needs the system role. */
export async function tellOwner(tx: Tx, user_id: string, { organization_id, ...act }: Act): Promise<void> {
  const [user] = await tx
    .select({ id: appUser.id, email: appUser.email, language: appUser.language })
    .from(appUser)
    .where(eq(appUser.id, user_id))
  if (!user) return
  const [named] = organization_id
    ? await tx
        .select({ name: organization.name })
        .from(organization)
        .where(eq(organization.id, organization_id))
    : []
  await enqueueAccountEmail(tx, {
    user,
    language: user.language,
    content: { template: 'account_changed', payload: { ...act, ...(named && { organization: named.name }) } },
  })
}
