import { addMs } from '@muster/contract/rules/instants'
import { LINK_PLACEHOLDER } from '@muster/contract/rules/link-placeholder'
import { INSTALLATION_SENDER, smsSenderOf } from '@muster/contract/rules/sms-sender'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { createLinks, type Links, mapLinks } from '../mail/links.ts'
import { toShownName } from '../mail/text.ts'
import type { Channel, Mail, Sms } from '../providers/provider.ts'
import { type ClaimedMessage, idsOf, requeueLater } from './claim.ts'
import { isCostlyNumber } from './costly-number.ts'
import { holdBackAutomatic } from './digests.ts'
import type { FailureCode } from './failure-text.ts'
import { fillDigests } from './fill-digests.ts'
import { listAboutOverShifts } from './over-shifts.ts'
import { refresh } from './refresh.ts'
import { assignmentIdsOf, writeEmail, writeSms } from './render.ts'
import { markShared } from './shared-addresses.ts'
import { listUnsendable } from './unsendable.ts'

export type Prepared<Message> = { row: ClaimedMessage } & (Written<Message> | { reason: FailureCode })

type Written<Message> = {
  message: Message
  /** What the message said, without its links. */
  history: { subject: string | null; body_text: string }
  assignment_ids: readonly string[]
}

export type Write<Message> = (
  deps: Deps,
  row: ClaimedMessage,
  options: { has_replied: boolean },
) => Written<Message>

type Claimed<Message> = { claimed: readonly ClaimedMessage[]; channel: Channel; write: Write<Message> }

const POSTPONED_MS = 5 * 60_000

/** Like `prepare`, but postpones the messages that fail. Takes a dozen statements for each message. */
export async function prepareSingly<Message>(
  deps: Deps,
  tx: Tx,
  { claimed, channel, write }: Claimed<Message>,
): Promise<Prepared<Message>[]> {
  const prepared: Prepared<Message>[] = []
  for (const row of claimed) {
    await tx.execute(sql`savepoint single`)
    try {
      prepared.push(...(await prepare(deps, tx, { claimed: [row], channel, write })))
    } catch (error) {
      deps.log.error({ err: error, ...idsOf(row) }, 'a message cannot be prepared and is put off')
      await tx.execute(sql`rollback to savepoint single`)
      const due_at = addMs(deps.now(), POSTPONED_MS)
      const table = row.organization_id === null ? 'account_message' : 'message'
      await requeueLater(tx, table, [{ id: row.id, due_at }])
    }
    await tx.execute(sql`release savepoint single`)
  }
  return prepared
}

/** Runs in the claim's transaction. Leaves out messages that are put off or held back for a digest. */
export async function prepare<Message>(
  deps: Deps,
  tx: Tx,
  { claimed, channel, write }: Claimed<Message>,
): Promise<Prepared<Message>[]> {
  const now = deps.now()
  const digests = await fillDigests(tx, claimed, now)
  const refreshed = await refresh(tx, digests.rows, now)
  const rows = await markShared(tx, refreshed.rows, channel)
  const over = listAboutOverShifts(rows, now)
  const replied = channel === 'SMS' ? await listReplied(tx, rows) : new Set<string>()
  const written = rows.map((row) => tryToWrite(deps, row, { write, has_replied: replied.has(row.id) }))
  const unsendable = await listUnsendable(
    tx,
    written.map((each) => ({
      ...each.row,
      assignment_ids: 'assignment_ids' in each ? each.assignment_ids : [],
    })),
  )

  function whyNot({ id, address }: ClaimedMessage): FailureCode | undefined {
    const ended = digests.empty.has(id) ? 'outdated' : refreshed.ended.get(id)
    if (ended === 'outdated') return ended
    const reason = unsendable.get(id) ?? ended ?? (over.has(id) ? 'shift_over' : undefined)
    const isCostly = channel === 'SMS' && isCostlyNumber(address, deps.config)
    return reason ?? (isCostly ? 'number_not_allowed' : undefined)
  }

  const checked = written.map((each): Prepared<Message> => {
    const reason = whyNot(each.row)
    return reason ? { row: each.row, reason } : each
  })
  await storeTexts(tx, written)
  const sendable = checked.flatMap((each) => ('message' in each ? [each.row] : []))
  const held_back = await holdBackAutomatic(tx, sendable)
  return checked.filter(({ row }) => !held_back.has(row.id))
}

function tryToWrite<Message>(
  deps: Deps,
  row: ClaimedMessage,
  { write, has_replied }: { write: Write<Message>; has_replied: boolean },
): Prepared<Message> {
  try {
    return { row, ...write(deps, row, { has_replied }) }
  } catch (error) {
    deps.log.error({ err: error, ...idsOf(row) }, 'a message cannot be written')
    return { row, reason: 'unwritable' }
  }
}

const greeted = z.object({ first_name: z.string() })

export const writeMail: Write<Mail> = ({ keys, config }, row) => {
  const personal: string[] = []
  const email = writeEmail(row, collectLinks(createLinks(keys, config), personal))
  const history = { subject: email.subject, body_text: withoutLinks(email.text, personal) }
  const { data } = greeted.safeParse(row.payload)
  return {
    message: {
      ...email,
      id: row.id,
      organization_id: row.organization_id,
      request_id: row.request_id,
      from: { name: toShownName(row.organization_name ?? 'Muster'), address: config.mail_from },
      to: row.address,
      personal: data ? [...personal, data.first_name] : personal,
    },
    history,
    assignment_ids: assignmentIdsOf(row),
  }
}

export const writeText: Write<Sms> = ({ keys, config }, row, { has_replied }) => {
  const personal: string[] = []
  const text = writeSms(row, collectLinks(createLinks(keys, config), personal))
  return {
    message: {
      id: row.id,
      organization_id: row.organization_id,
      request_id: row.request_id,
      from: smsSenderOf({ ...row, name: row.organization_name ?? INSTALLATION_SENDER }),
      prefers_number: has_replied,
      to: row.address,
      text,
    },
    history: { subject: null, body_text: withoutLinks(text, personal) },
    assignment_ids: assignmentIdsOf(row),
  }
}

const collectLinks = (links: Links, collected: string[]): Links =>
  mapLinks(links, (link) => {
    collected.push(link)
    return link
  })

const withoutLinks = (text: string, links: readonly string[]): string =>
  links.reduce((rest, link) => rest.replaceAll(link, LINK_PLACEHOLDER), text)

async function listReplied(tx: Tx, claimed: readonly ClaimedMessage[]): Promise<Set<string>> {
  const rows = JSON.stringify(
    claimed.map(({ organization_id, id, address }) => ({ organization_id, id, address })),
  )
  const found = await tx.execute<{ id: string }>(sql`
    select claimed.id from jsonb_to_recordset(${rows}) as claimed (organization_id uuid, id uuid, address text)
    where exists (
      select from message
      where channel = 'SMS' and direction = 'INBOUND'
        and message.address = claimed.address and message.organization_id = claimed.organization_id
    )
  `)
  return new Set(found.rows.map(({ id }) => id))
}

async function storeTexts(tx: Tx, written: readonly Prepared<unknown>[]): Promise<void> {
  const texts = written.flatMap((each) => {
    if (!('message' in each) || each.row.organization_id === null) return []
    const { organization_id, id } = each.row
    return { organization_id, id, ...each.history }
  })
  if (texts.length === 0) return
  await tx.execute(sql`
    update message m set subject = written.subject, body_text = written.body_text
    from jsonb_to_recordset(${JSON.stringify(texts)})
      as written (organization_id uuid, id uuid, subject text, body_text text)
    where m.organization_id = written.organization_id and m.id = written.id
  `)
}
