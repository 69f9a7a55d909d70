import type { Organization, organizationChange } from '@muster/contract/organizations'
import { approvalOf, type SenderFields, senderStateOf } from '@muster/contract/rules/sms-sender'
import type { z } from 'zod'
import type { Identity } from '../../access/access.ts'
import { requirePhone } from '../../access/require-phone.ts'
import { requireZone } from '../../access/require-zone.ts'
import type { Config } from '../../config.ts'
import type { OrgId } from '../../db/client.ts'
import { changedFields, keptChanges, recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, forbidden } from '../../edge/refusal.ts'
import { lockOrganization, updateOrganization } from './queries.ts'

type Change = z.output<typeof organizationChange>

/** Events keep their time zone (D25). */
export function changeOrganization(
  { db, config, now }: Deps,
  org: OrgId,
  { version, contact_phone, ...change }: Change,
  { has_second_factor }: Identity,
): Promise<Organization> {
  // Owners without a second factor would shut themselves out.
  if (change.second_factor === 'required' && !has_second_factor)
    throw forbidden('second_factor_setup_required')

  return db.transaction(org, async (tx) => {
    const before = await lockOrganization(tx)
    if (version !== undefined && version !== before.version) throw conflict('changed_elsewhere')
    const { country = before.country } = change
    const saved = await updateOrganization(tx, {
      ...change,
      time_zone: await requireZone(tx, change.time_zone, before.time_zone),
      contact_phone: contact_phone && requirePhone(contact_phone, { path: 'contact_phone', country }),
      ...approvalAfter(before, change, config),
    })
    const fields = changedFields(before, { ...change, contact_phone: contact_phone && saved.contact_phone })
    const changes = keptChanges(before, saved, fields)
    await recordAction(tx, { action: 'organization.changed', at: now(), fields, changes })
    return { ...saved, role: 'owner' }
  })
}

/** D65: without approval an organisation could send SMS in the name of a bank. */
export function approvalAfter(
  before: SenderFields,
  { name = before.name, sms_sender = before.sms_sender }: Pick<Change, 'name' | 'sms_sender'>,
  { sms_sender_approval }: Pick<Config, 'sms_sender_approval'>,
): Partial<SenderFields> {
  const wanted = { ...before, name, sms_sender }
  return sms_sender_approval === 'auto' && senderStateOf(wanted) === 'waiting' ? approvalOf(wanted) : {}
}
