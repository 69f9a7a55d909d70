import { addMs } from '@muster/contract/rules/instants'
import { INSTALLATION_SENDER, smsSenderOf } from '@muster/contract/rules/sms-sender'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { historyLinks, type Links, openLinks } from '../mail/links.ts'
import { emailTemplates, smsTemplates } from '../mail/templates.ts'
import { toShownName } from '../mail/text.ts'
import type { Channel, Mail, Sms } from '../providers/provider.ts'
import { dropAnsweredQuestions, updateQuestions } from './asked-questions.ts'
import { updateBroadcastReminders } from './broadcast-reminders.ts'
import { type ClaimedMessage, idsOf, requeueLater } from './claim.ts'
import { isCostlyNumber } from './costly-number.ts'
import { holdBackAutomatic } from './digests.ts'
import { listEndedCodes } from './ended-codes.ts'
import type { FailureCode } from './failure-text.ts'
import { fillDigests } from './fill-digests.ts'
import { listToFormerMembers } from './former-members.ts'
import { updateClaimedInvitations } from './invitation-rows.ts'
import { fillLinkLists } from './link-lists.ts'
import { listAboutOverShifts } from './over-shifts.ts'
import { updateReminders } from './reminder-rows.ts'
import { listAboutRetaken } from './retaken-places.ts'
import { markShared, withName, withNameInSms } from './shared-addresses.ts'
import { dropEndedSignUps } from './sign-up-mails.ts'
import { listUnsendable } from './unsendable.ts'
import { listEndedOffers } from './waiting-mails.ts'

export type Prepared<Message> = { row: ClaimedMessage } & (
  | { message: Message; assignment_ids: string[] }
  | { reason: FailureCode }
)

export type Write<Message> = (
  deps: Deps,
  row: ClaimedMessage,
  options: { has_replied: boolean },
) => { message: Message; assignment_ids: string[] }

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

/** Runs in the claim's transaction. Leaves out messages that are held back for a digest. */
export async function prepare<Message>(
  deps: Deps,
  tx: Tx,
  { claimed, channel, write }: Claimed<Message>,
): Promise<Prepared<Message>[]> {
  const digests = await fillDigests(tx, claimed, deps.now())
  const links = await fillLinkLists(tx, digests.rows, deps.now())
  const reminders = await updateReminders(tx, links.rows, deps.now())
  const sign_ups = await dropEndedSignUps(
    tx,
    reminders.rows.filter(({ id }) => !reminders.waiting.has(id)),
  )
  const answered = await dropAnsweredQuestions(tx, sign_ups.rows)
  const questions = await updateQuestions(tx, answered.rows, deps.now())
  const broadcasts = await updateBroadcastReminders(tx, questions, deps.now())
  const invitations = await updateClaimedInvitations(tx, broadcasts.rows, deps.now())
  const rows = await markShared(tx, invitations.rows, channel)
  const ended_offers = await listEndedOffers(tx, rows, deps.now())
  const retaken = await listAboutRetaken(tx, rows)
  const to_former_members = await listToFormerMembers(tx, rows)
  const ended_codes = await listEndedCodes(tx, rows, deps.now())
  const over = listAboutOverShifts(rows, deps.now())
  const outdated = [
    digests.empty,
    links.empty,
    reminders.ended,
    ended_offers,
    retaken,
    to_former_members,
    ended_codes,
  ]
  const replied = channel === 'SMS' ? await listReplied(tx, rows) : new Set<string>()
  const written = rows.map((row) => tryToWrite(deps, row, { write, has_replied: replied.has(row.id) }))
  const unsendable = await listUnsendable(
    tx,
    written.map((each) => ({
      ...each.row,
      assignment_ids: 'assignment_ids' in each ? each.assignment_ids : [],
    })),
  )
  const checked = written.map((each): Prepared<Message> => {
    const isOutdated = outdated.some((ids) => ids.has(each.row.id))
    const ended = [unsendable, sign_ups.ended, answered.ended, invitations.ended, broadcasts.ended].find(
      (reasons) => reasons.has(each.row.id),
    )
    const shift_over = over.has(each.row.id) ? 'shift_over' : undefined
    const reason = isOutdated ? 'outdated' : (ended?.get(each.row.id) ?? shift_over)
    if (reason) return { row: each.row, reason }
    const isCostly = channel === 'SMS' && isCostlyNumber(each.row.address, deps.config)
    return isCostly ? { row: each.row, reason: 'number_not_allowed' } : each
  })
  const sendable = checked.flatMap((each) => ('message' in each ? [each.row] : []))
  await storeTexts(tx, sendable)
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

export const writeMail: Write<Mail> = ({ keys, config }, row) => {
  const content = emailTemplates.parse(row)
  const personal: string[] = []
  const links = collectLinks(openLinks(keys, config), personal)
  const email = emailTemplates.write(content, { message_id: row.id, language: content.language, links })
  if ('first_name' in content.facts) personal.push(content.facts.first_name)
  return {
    message: {
      ...email,
      subject: withName(email.subject, row),
      id: row.id,
      organization_id: row.organization_id,
      request_id: row.request_id,
      from: { name: toShownName(row.organization_name ?? 'Muster'), address: config.mail_from },
      to: row.address,
      personal,
    },
    assignment_ids: emailTemplates.assignmentIds(content),
  }
}

function collectLinks(links: Links, collected: string[]): Links {
  const collect = (link: string) => {
    collected.push(link)
    return link
  }
  return {
    ...links,
    personal: (assignment) => collect(links.personal(assignment)),
    waiting: (place) => collect(links.waiting(place)),
    passwordReset: (id) => collect(links.passwordReset(id)),
    authCode: (flow) => collect(links.authCode(flow)),
    unsubscribe: (id) => collect(links.unsubscribe(id)),
    stop: (id) => collect(links.stop(id)),
    notMe: (id) => collect(links.notMe(id)),
    accountNotMe: (id) => collect(links.accountNotMe(id)),
    confirmEmail: (id) => collect(links.confirmEmail(id)),
    undoEmail: (id) => collect(links.undoEmail(id)),
    confirmDetails: (request) => collect(links.confirmDetails(request)),
    calendarFeed: (feed) => collect(links.calendarFeed(feed)),
  }
}

export const writeSms: Write<Sms> = (deps, row, { has_replied }) => ({
  message: {
    id: row.id,
    organization_id: row.organization_id,
    request_id: row.request_id,
    from: smsSenderOf({ ...row, name: row.organization_name ?? INSTALLATION_SENDER }),
    prefers_number: has_replied,
    to: row.address,
    text: writeSmsText(deps, row),
  },
  assignment_ids: smsTemplates.assignmentIds(smsTemplates.parse(row)),
})

/** Must write the same text every time, because the provider's record is searched for it. */
export function writeSmsText(
  { keys, config }: Pick<Deps, 'keys' | 'config'>,
  row: Pick<ClaimedMessage, 'id' | 'template' | 'facts' | 'language'>,
): string {
  const content = smsTemplates.parse(row)
  const text = smsTemplates.write(content, {
    message_id: row.id,
    language: content.language,
    links: openLinks(keys, config),
  })
  return withNameInSms(text, row)
}

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

export function writeForHistory(
  row: Pick<ClaimedMessage, 'id' | 'channel' | 'template' | 'facts' | 'language'>,
): { subject: string | null; body_text: string } | undefined {
  const { id: message_id } = row
  if (row.channel === 'SMS') {
    const sms = smsTemplates.safeParse(row)
    if (!sms) return undefined
    const { language } = sms
    return {
      subject: null,
      body_text: withNameInSms(smsTemplates.write(sms, { message_id, language, links: historyLinks }), row),
    }
  }
  const email = emailTemplates.safeParse(row)
  if (!email) return undefined
  const { language } = email
  const { subject, text } = emailTemplates.write(email, { message_id, language, links: historyLinks })
  return { subject: withName(subject, row), body_text: text }
}

async function storeTexts(tx: Tx, claimed: readonly ClaimedMessage[]): Promise<void> {
  const texts = claimed
    .filter(({ is_unwritten }) => is_unwritten)
    .map((row) => ({ organization_id: row.organization_id, id: row.id, ...writeForHistory(row) }))
  if (texts.length === 0) return
  await tx.execute(sql`
    update message m set subject = written.subject, body_text = written.body_text
    from jsonb_to_recordset(${JSON.stringify(texts)})
      as written (organization_id uuid, id uuid, subject text, body_text text)
    where m.organization_id = written.organization_id and m.id = written.id
  `)
}
