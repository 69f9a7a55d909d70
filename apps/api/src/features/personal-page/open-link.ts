import { publicPath } from '@muster/contract/pages'
import type { Certificate, Organizer } from '@muster/contract/personal-page'
import type { Invitation } from '@muster/contract/personal-shift'
import { agreedTimes } from '@muster/contract/rules/agreed-times'
import { cancelUntil, possibleChange } from '@muster/contract/rules/answer-change'
import { canAnswer, occupiesTime } from '@muster/contract/rules/assignment-status'
import { spotsLeft } from '@muster/contract/rules/capacity'
import { invitationState } from '@muster/contract/rules/invitation-state'
import { isExpired, linkCloses } from '@muster/contract/rules/invite-expiry'
import { hasStarted, isOver } from '@muster/contract/rules/shift-phase'
import { canSwap } from '@muster/contract/rules/swap'
import { confirmByInForce } from '@muster/contract/rules/unanswered-move'
import { canBeUndone } from '@muster/contract/rules/waiting-list'
import { actAs } from '../../db/actor.ts'
import type { OrgTx } from '../../db/client.ts'
import { findMergedLink } from '../../db/merged-link.ts'
import type { ShownOrganization } from '../../db/public-organization.ts'
import type { Deps } from '../../deps.ts'
import { forbidden, notFound } from '../../edge/refusal.ts'
import { calendarFile, calendarFileName } from '../../mail/calendar.ts'
import { findCalendarEntry } from '../../mail/calendar-entry.ts'
import { listConfirmBy } from '../../outbox/confirm-by.ts'
import { addressesOf, hasUnsubscribed, isBlocked } from '../../outbox/suppression.ts'
import { isSigned, readSignedId, signId, swapLink } from '../../signing/signed-id.ts'
import { countOpenPlaces, countPlacesTaken } from '../assignments/queries.ts'
import { listWorkedShifts } from '../hours/queries.ts'
import { type AnswerColumns, findLinked, type Linked, listOtherShifts } from './queries.ts'

/** D17, D18. Throws 404 `link_invalid` or 403 `link_expired`. */
export function getInvitation(deps: Deps, token: string): Promise<Invitation> {
  return openInvitation(deps, token, async (_tx, linked) => {
    refuseClosed(linked, deps.now())
    return linked
  })
}

/**
 * Resolves with the invitation after `work`, which resolves with the changed assignment. Throws 404 `link_invalid`.
 */
export async function openInvitation(
  deps: Deps,
  token: string,
  work: (tx: OrgTx, linked: Linked) => Promise<Linked>,
): Promise<Invitation> {
  const { email, shown } = await openLink(deps, token, async (tx, linked) => {
    const current = await work(tx, linked)
    return { email: current.recipient.email, shown: await showInvitation(deps, tx, current) }
  })
  // Read after that transaction: an organisation's transaction cannot read the blocks (D28).
  const email_blocked = email !== null && (await deps.db.system((tx) => isBlocked(tx, email)))
  return { ...shown, has_email: email !== null, email_blocked }
}

type Changeable = AnswerColumns & Pick<Linked, 'assignment_id' | 'status'> & { start_dt: string }

async function showInvitation(
  { config, keys, now }: Pick<Deps, 'config' | 'keys' | 'now'>,
  tx: OrgTx,
  linked: Linked,
): Promise<Omit<Invitation, 'has_email' | 'email_blocked'>> {
  const {
    recipient,
    token_expires_at,
    required_qty,
    cancel_until_hours,
    cancelled_at,
    shift,
    ask_id,
    person: { first_name },
    certificates,
    has_questions,
    swap: _swap,
    swap_id: _swap_id,
    handed_to: _handed_to,
    is_erased: _,
    ...shown
  } = linked
  const is_behind_list = linked.status === 'DECLINED' && !canBeUndone(cancelled_at, now())
  const event_id = shift.role.event.id
  const changeOf = (of: Changeable) => {
    const is_asked_again = of.status === 'CONFIRMED' && of.asked_again_at !== null
    const cancelling = { shift: of, cancel_until_hours, is_asked_again }
    return {
      change: possibleChange({ status: of.status, ...cancelling, now: now() }) ?? null,
      cancel_until: cancelUntil(cancelling),
      moved_from: is_asked_again && !hasStarted(of, now()) ? agreedTimes(of) : null,
      confirm_by: confirmByInForce(confirm_by.get(of.assignment_id) ?? null, of, now()),
      freed_unanswered: of.freed_unanswered,
      offer_ended: of.offer_ended,
      gave_up:
        of.status === 'DECLINED' && of.cancelled_at !== null && of.handed_to === null && !of.freed_unanswered,
      swap: canSwap({ status: of.status, shift: of, swap: of.swap }, now()) ? { url: swapUrlOf(of) } : null,
      handed_over: of.handed_to !== null,
    }
  }
  const swapUrlOf = ({ assignment_id: id, swap_id }: Changeable) => {
    if (swap_id === null) return null
    return config.public_url + publicPath('swap', { token: signId(keys, swapLink({ id, swap_id })) })
  }
  const is_first_yes = ask_id !== null && canAnswer(linked.status)
  const [messages_stopped, others, spots_left] = await Promise.all([
    hasUnsubscribed(tx, addressesOf(recipient)),
    listOtherShifts(tx, { person_id: recipient.id, event_id, shift_id: shift.id }),
    is_first_yes
      ? countOpenPlaces(tx, { shift: { id: shift.id, required_qty }, ask_id, person_id: recipient.id })
      : countPlacesTaken(tx, { shift_id: shift.id, person_id: recipient.id, is_behind_list }).then((taken) =>
          spotsLeft(required_qty, taken),
        ),
  ])
  const own = [{ ...linked, ...shift }, ...others].map((each) => ({ ...each, person_id: recipient.id }))
  const confirm_by = await listConfirmBy(tx, own)
  // Shifts that the person has not been asked about are left out, as in the list of links (D40).
  const asked = others.filter((other) => invitationState(other, now()) !== 'not_asked')
  // An SMS carries one link, and every shift of the message can be answered from its page (D29).
  const other_shifts = asked.map((other) => {
    const { assignment_id: id, round, status, token_expires_at: answer_by } = other
    const { start_dt, end_dt, meeting_point, note, role } = other
    const isClosed = whyClosed({ ...other, shift: { end_dt } }, now()) !== undefined
    const token = isClosed ? null : signId(keys, { purpose: 'personal_link', id, round })
    return { token, status, answer_by, ...changeOf(other), start_dt, end_dt, meeting_point, note, role }
  })
  return {
    ...shown,
    person: { first_name },
    has_certificate: certificates && own.some((each) => each.status === 'CONFIRMED' && isOver(each, now())),
    has_questions: has_questions && own.some((each) => each.status === 'CONFIRMED' && !isOver(each, now())),
    is_first_yes,
    messages_stopped,
    gets_reminders: recipient.gets_reminders,
    answer_by: token_expires_at,
    ...changeOf({ ...linked, start_dt: shift.start_dt }),
    shift: { ...shift, spots_left },
    other_shifts,
  }
}

/** Works also after the link is closed (D41). Throws 404 `link_invalid`. */
export function getOrganizer(deps: Deps, token: string): Promise<Organizer> {
  return openLink(deps, token, async (_tx, { organization, contact, shift: { role } }) => ({
    organization,
    contact,
    event: { id: role.event.id, name: role.event.name },
  }))
}

/** For the preview of the link, also after it is closed. Throws 404 `link_invalid`, `link_replaced`. */
export function findLinkOrganization(deps: Deps, token: string): Promise<ShownOrganization> {
  return openLink(deps, token, async (_tx, { organization }) => organization)
}

/** D56. Throws 404 `link_invalid`, 403 `link_expired`, 404 `certificate_not_given`. */
export function getCertificate(deps: Deps, token: string): Promise<Certificate> {
  return openLink(deps, token, async (tx, linked) => {
    refuseClosed(linked, deps.now())
    const { certificates, organization, person, recipient, shift } = linked
    if (!certificates) throw notFound('certificate_not_given')
    const { id: event_id, time_zone } = shift.role.event
    const places = await listWorkedShifts(tx, { event_id, person_id: recipient.id }, deps.now())
    const shifts = places.flatMap(({ person: _person, ...place }) =>
      place.worked_minutes > 0 ? [place] : [],
    )
    return { organization, person, language: recipient.language, time_zone, shifts }
  })
}

export function getInvitationCalendar(
  deps: Deps,
  token: string,
): Promise<{ file_name: string; file: string }> {
  return openLink(deps, token, async (tx, linked) => {
    refuseClosed(linked, deps.now())
    // Otherwise a calendar would show a shift that is not theirs.
    const entry =
      occupiesTime(linked.status) && (await findCalendarEntry(tx, linked.assignment_id, deps.now()))
    if (!entry) throw notFound('link_invalid')
    const { public_url } = deps.config
    return {
      file_name: calendarFileName(entry.role_name),
      file: calendarFile(entry, public_url, {
        personal_url: public_url + publicPath('confirmation', { token }),
      }),
    }
  })
}

/**
 * Reads the assignment before it verifies the signature, which includes the round. What `work` records was done by the
 * link (D63). Throws 404 `link_invalid`, `link_replaced`.
 */
export async function openLink<T>(
  { db, findOrganization, keys }: Deps,
  token: string,
  work: (tx: OrgTx, linked: Linked) => Promise<T>,
): Promise<T> {
  const assignment_id = readSignedId(token)
  const org = assignment_id && (await findOrganization.ofAssignment(assignment_id))
  if (!org) throw notFound('link_invalid')

  return actAs({ kind: 'link' }, () =>
    db.preparedTransaction(org, async (tx) => {
      const isSignedWith = (round: number) =>
        isSigned(keys, token, { purpose: 'personal_link', id: assignment_id, round })
      const linked = await findLinked(tx, assignment_id)
      if (!linked) return work(tx, await getMerged(tx, assignment_id, isSignedWith))
      if (!isSignedWith(linked.round)) {
        const isReplaced = !linked.is_erased && listFormerRounds(linked.round).some(isSignedWith)
        throw notFound(isReplaced ? 'link_replaced' : 'link_invalid')
      }
      return work(tx, linked)
    }),
  )
}

/** D60: a link of an assignment that went away leads to the one that stayed, until the links of that are replaced. */
async function getMerged(
  tx: OrgTx,
  assignment_id: string,
  isSignedWith: (round: number) => boolean,
): Promise<Linked> {
  const merged = await findMergedLink(tx, assignment_id)
  if (!merged || !isSignedWith(merged.round)) throw notFound('link_invalid')
  const linked = await findLinked(tx, merged.leads_to)
  if (!linked || linked.is_erased) throw notFound('link_invalid')
  if (linked.round !== merged.leads_to_round) throw notFound('link_replaced')
  return linked
}

/** D63: of the last links the page says that they were replaced. */
const listFormerRounds = (round: number): number[] =>
  Array.from({ length: Math.min(round - 1, MOST_FORMER) }, (_, back) => round - 1 - back)

const MOST_FORMER = 20

type Answerable = Pick<Linked, 'status' | 'token_expires_at'> & { shift: { end_dt: string } }

/** Throws 403 `link_expired` or 404 `link_invalid`. */
export function refuseClosed(linked: Answerable, now: string): void {
  const reason = whyClosed(linked, now)
  if (reason === 'expired') throw forbidden('link_expired')
  if (reason === 'over') throw notFound('link_invalid')
}

function whyClosed({ status, token_expires_at, shift }: Answerable, now: string) {
  if (canAnswer(status)) return isExpired(token_expires_at, now) ? 'expired' : undefined
  return isExpired(linkCloses(shift.end_dt), now) ? 'over' : undefined
}
