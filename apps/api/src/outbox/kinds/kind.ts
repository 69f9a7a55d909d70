import type { Language } from '@muster/contract/language'
import type { z } from 'zod'
import type { Tx } from '../../db/client.ts'
import type { CalendarEntry } from '../../mail/calendar-entry.ts'
import { type Email, type EmailDraft, renderEmail } from '../../mail/email.ts'
import type { Links } from '../../mail/links.ts'
import type { ClaimedMessage } from '../claim.ts'
import type { FailureCode } from '../failure-text.ts'

export type WriteContext = { message_id: string; language: Language; links: Links }

/** A kind of message: its stored payload, its texts, and the check before it is sent. */
export type Kind = {
  email?: EmailTemplate<unknown>
  sms?: Template<unknown, string>
  refresh?: Refresh
  /** The message is about the recipient's own account, so no block stops it (D28). */
  is_about_account?: true
  /** The message is about a person's own shifts, so an unsubscribe does not stop it (D31). Applies to e-mail only. */
  is_sent_despite_unsubscribe?: true
  /** The message is useless once its shifts are over (O1), unlike an organizer's own text or a change of an address. */
  ends_with_shifts?: true
  /** The message is sent although its person was deleted (D21). */
  is_sent_to_deleted?: true
  /** D28: counts towards the limit per address, and above it leaves at once or waits for its turn. */
  above_limit?: 'leaves' | 'waits'
}

/** `stored` is the JSON of the row. Each method throws a `ZodError` if the payload schema rejects it. */
export type Template<Payload, Written> = {
  parse: (stored: unknown) => Payload
  write: (stored: unknown, context: WriteContext) => Written
  /** The message is sent only while one of these assignments exists, or always if there are none. */
  assignmentIds: (stored: unknown) => readonly string[]
}

/** An e-mail with `digest` counts towards the limit per address and may wait for its digest (D28). */
export type EmailTemplate<Payload> = Template<Payload, Email> & { digest?: DigestPart<unknown> }

type DigestPart<Payload> = {
  items: (payload: Payload, context: WriteContext) => DigestItem[]
  /** The person must know it or act on it. Notices come first: mails caused by strangers cannot displace them. */
  is_notice?: true
  /** Set if anybody may have caused the mail by typing the address: to take a place, or something else. */
  by_stranger?: 'place' | 'other'
}

export type DigestItem = {
  organizer: Pick<CalendarEntry, 'organization_name' | 'contact_email' | 'contact_phone'>
  lines: string
  link?: { label: string; href: string }
}

export type Waited = Pick<ClaimedMessage, 'id' | 'channel' | 'address' | 'template' | 'payload'> & {
  /** Set for a message in a claimed digest. */
  digest_id?: string | null
}

/**
 * Asked once for the messages of the kind in a claim or in its digests, which may have waited. Returns them with their
 * present content, without those that it has queued again, and by id why some are not sent.
 */
export type Refresh = <Row extends Waited>(
  tx: Tx,
  rows: readonly Row[],
  now: string,
) => Promise<{ rows: readonly Row[]; ended: ReadonlyMap<string, FailureCode> }>

type Spec<Payload, Written> = {
  /** Schema of what the outbox stores. It contains no secrets (D27). */
  payload: z.ZodType<Payload>
  write: (payload: Payload, context: WriteContext) => Written
  assignmentIds?: (payload: Payload) => readonly string[]
}

function template<Payload, Written>({ payload, write, assignmentIds }: Spec<Payload, Written>) {
  const parse = (stored: unknown) => payload.parse(stored)
  return {
    parse,
    write: (stored: unknown, context: WriteContext) => write(parse(stored), context),
    assignmentIds: (stored: unknown) => assignmentIds?.(parse(stored)) ?? [],
  }
}

export const smsTemplate = <Payload>(spec: Spec<Payload, string>): Template<Payload, string> => template(spec)

export function emailTemplate<Payload>({
  digest,
  write,
  ...spec
}: Spec<Payload, EmailDraft> & { digest?: DigestPart<Payload> }): EmailTemplate<Payload> {
  const rendered = template({
    ...spec,
    write: (payload: Payload, context) => renderEmail(write(payload, context), context.language),
  })
  return {
    ...rendered,
    ...(digest && {
      digest: { ...digest, items: (stored, context) => digest.items(rendered.parse(stored), context) },
    }),
  }
}
