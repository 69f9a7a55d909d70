import { describeShift } from '../../mail/shift-summary.ts'
import { html } from '../../pages/html.ts'
import { linkPage } from '../messages/link-page.ts'
import type { SignUpMail } from './find-sign-up-mail.ts'
import { invitationsTexts } from './texts.ts'

/** `gone`: the sign-up was declined or deleted, or the person's address has changed. */
export type SignUpState = 'signed_up' | 'gone' | 'over'

export function notMePage({
  address,
  language,
  sign_ups,
  left_out,
  is_blocked,
  states,
}: SignUpMail & { is_blocked: boolean; states: ReadonlyMap<string, SignUpState> }): string {
  const t = invitationsTexts[language]
  const items = sign_ups.map(({ assignment_id, entry }) => {
    const { short, event } = describeShift(entry, language)
    return html`<li><div><h2>${entry.organization_name}</h2><p>${event}</p><p>${short}</p>
<p class="hint">${t(`states.${states.get(assignment_id) ?? 'gone'}`)}</p></div></li>`
  })
  const is_open = !is_blocked || [...states.values()].includes('signed_up')
  const [first, ...others] = new Set(sign_ups.map(({ entry }) => entry.organization_name))
  return linkPage({
    language,
    title: t(is_blocked ? 'blocked_title' : 'title'),
    ...(first !== undefined && others.length === 0 && { organization: first }),
    content: html`${is_blocked ? html`<p role="status">${t('blocked', { address })}</p>` : undefined}
${
  items.length === 0
    ? html`<p>${t('typed', { address })}</p>`
    : html`<p>${t(is_blocked ? 'blocked_intro' : 'intro', { address })}</p>
<ul>${items}</ul>${left_out > 0 ? html`<p>${t('more', { count: left_out })}</p>` : undefined}`
}
${is_open ? html`<p>${t(items.length === 0 ? 'consequence_typed' : 'consequence')}</p><form method="post"><button>${t('not_me')}</button></form>` : undefined}
${is_blocked ? html`<form method="post"><input type="hidden" name="resume" value="1"><button class="quiet">${t('resume')}</button></form>` : undefined}
<p class="hint">${t(is_blocked ? 'blocked_hint' : 'hint')}</p>`,
  })
}
