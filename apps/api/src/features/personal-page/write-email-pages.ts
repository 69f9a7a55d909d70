import type { Language } from '@muster/contract/language'
import { isSameEmail, undoEmailUntil } from '@muster/contract/rules/email-change'
import { formatPhone } from '@muster/contract/rules/phone'
import type { AskedDetails } from '../../db/schema.ts'
import { contactInBrackets } from '../../mail/organizer.ts'
import { formatMoment } from '../../mail/shift-summary.ts'
import { toShownName } from '../../mail/text.ts'
import { type Html, html } from '../../pages/html.ts'
import { linkPage } from '../messages/link-page.ts'
import { openDetails } from '../people/change-own-details.ts'
import type { EmailChangeView } from '../people/change-own-email.ts'
import { invitationsTexts } from './texts.ts'

export type ShownChange = Pick<EmailChangeView, 'change' | 'person' | 'state' | 'undo'> & {
  language: Language
  organization_name: string
  contact_email: string | null
  contact_phone: string | null
  time_zone: string
  /** URL of the page that sends people their links. */
  links_url: string
}

export function confirmEmailPage(shown: ShownChange, is_taken: boolean): string {
  const { t, name, contact, page } = speak(shown)
  const { new_email: email } = shown.change
  if (is_taken) return page(t('confirm_email.taken_title'), says(t('taken', { name, email, contact })))
  if (shown.state === 'closed') return page(t('link_closed'), says(t('confirm_email.closed')))
  if (shown.state === 'confirmed')
    return page(t('confirm_email.confirmed_title'), done(t('confirm_email.confirmed_text', { name, email })))
  return page(
    t('confirm_email.title'),
    html`<p>${t('confirm_email.intro', { name, email })}</p>
<form method="post"><button>${t('confirm_email.press')}</button></form>
<p class="hint">${t('confirm_email.not_you')}</p>`,
  )
}

export function undoEmailPage(shown: ShownChange, is_taken: boolean): string {
  const { t, name, contact, page } = speak(shown)
  const { former_email: email, confirmed_at, expires_at } = shown.change
  if (is_taken) return page(t('undo_email.taken_title'), says(t('taken', { name, email, contact })))
  if (shown.undo === 'undone')
    return page(
      t('undo_email.undone_title'),
      html`${done(`${t('undo_email.undone_text', { name, email })} ${t(isPhoneBack(shown) ? 'undo_email.phone_back' : 'undo_email.phone_stays')}`)}
<p class="hint"><a href="${shown.links_url}">${t('undo_email.undone_links')}</a></p>`,
    )
  if (shown.undo === 'closed' || confirmed_at === null)
    return page(t('link_closed'), says(t('undo_email.closed', { name, contact })))
  const undo_until = undoEmailUntil({ confirmed_at, expires_at })
  const until = formatMoment(undo_until, shown.time_zone, shown.language)
  return page(
    t('undo_email.title'),
    html`<p>${t('undo_email.intro', { name, email })}</p>
<form method="post"><button>${t('undo_email.press', { email })}</button></form>
<p class="hint">${t('undo_email.until', { until })}</p>`,
  )
}

type ShownDetails = Omit<ShownChange, 'change' | 'state' | 'undo' | 'links_url'> & {
  asked: AskedDetails
  now: string
}

export function confirmDetailsPage(shown: ShownDetails): string {
  const { t, name, page } = speak(shown)
  const { asked, person, now } = shown
  const { phone, language, new_email: email } = asked
  if (asked.confirmed_at !== undefined)
    return page(
      t('confirm_details.done_title'),
      done(
        email === undefined || isSameEmail(email, person.email)
          ? t('confirm_details.done', { name })
          : t('confirm_details.next', { email }),
      ),
    )
  if (!openDetails(person, now)) return page(t('link_closed'), says(t('confirm_details.closed')))
  const rows = [
    ...(phone === undefined
      ? []
      : [phone ? t('confirm_details.phone', { phone: formatPhone(phone) }) : t('confirm_details.no_phone')]),
    ...(language === undefined ? [] : [t(`confirm_details.language_${language}`)]),
    ...(email === undefined ? [] : [t('confirm_details.email', { email })]),
  ]
  return page(
    t('confirm_details.title'),
    html`<p>${t('confirm_details.intro', { name })}</p>
<ul>${rows.map((row) => html`<li>${row}</li>`)}</ul>
<form method="post"><button>${t('confirm_details.press')}</button></form>
<p class="hint">${t('confirm_details.not_you')}</p>`,
  )
}

function isPhoneBack({ change: { phone_changed_at, former_phone }, person }: ShownChange): boolean {
  return phone_changed_at !== null && person.phone === former_phone
}

const says = (text: string): Html => html`<p>${text}</p>`
const done = (text: string): Html => html`<p role="status">${text}</p>`

function speak({
  language,
  organization_name,
  ...contact
}: Pick<ShownChange, 'language' | 'organization_name' | 'contact_email' | 'contact_phone'>) {
  const name = toShownName(organization_name)
  return {
    t: invitationsTexts[language],
    name,
    contact: contactInBrackets(contact),
    page: (title: string, content: Html) => linkPage({ language, title, organization: name, content }),
  }
}
