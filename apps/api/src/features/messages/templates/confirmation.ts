import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { calendarEntry, calendarFile, calendarFileName } from '../../../calendar.ts'
import { html } from './html.ts'
import { button, heading, type Letter, letterPage, oneLine, paragraph } from './letter.ts'
import { shiftTime } from './shift-time.ts'

/** D27: what is needed to write it again, without secrets. */
export const confirmationFacts = z.object({
  assignment_id: z.string(),
  round: z.int(),
  first_name: z.string(),
  entry: calendarEntry,
})

type Facts = z.infer<typeof confirmationFacts>
type Links = { personal_link: string; public_url: string }

/** D28: what a volunteer receives after signing up. */
export function writeConfirmation(
  { first_name, entry }: Facts,
  language: Language,
  { personal_link, public_url }: Links,
): Letter {
  const t = texts[language]
  const { day, short_day, time } = shiftTime(entry, language)
  const [role, event, organization] = [entry.role_name, entry.event_name, entry.organization_name].map(
    oneLine,
  )
  const place = entry.location && oneLine(entry.location)
  const name = greetable(first_name)
  const title = name ? t.title_with_name(name) : t.title
  const subject = oneLine(`${t.title}: ${role}, ${short_day} ${time}`)

  return {
    subject,
    text: [
      title,
      [role, day, `${time} (${entry.time_zone})`, event, place].filter(Boolean).join('\n'),
      `${t.open}: ${personal_link}`,
      t.attached,
      t.keep_link,
      t.not_you,
      `${organization}\n${t.sent_with}`,
    ].join('\n\n'),
    html: letterPage({
      language,
      subject,
      preheader: `${event}, ${day}, ${time}. ${t.attached}`,
      content: html`${heading(title)}
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="margin:0 0 24px;border:1px solid #e3dfd5;border-radius:14px;background:#ffffff"><tr><td style="padding:24px">
<p class="spruce" style="margin:0 0 4px;font-size:14px;line-height:1.5;font-weight:600;color:#14624f">${event}</p>
<p class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600;color:#1b2430">${role}</p>
<p class="ink-2" style="margin:0;font-size:16px;line-height:1.5;color:#4a5563">${day}</p>
<p class="ink" style="margin:0;font-size:34px;line-height:1.2;font-weight:700;letter-spacing:-0.015em;color:#1b2430">${time}</p>
<p class="ink-3" style="margin:4px 0 0;font-size:13px;line-height:1.4;color:#626c79">${t.times_in(entry.time_zone)}</p>
${place ? html`<p class="ink-2 rule" style="margin:16px 0 0;padding-top:16px;border-top:1px dashed #e3dfd5;font-size:16px;line-height:1.5;color:#4a5563">${place}</p>` : undefined}
</td></tr></table>
${button(t.open, personal_link)}
${paragraph(t.attached)}
${paragraph(t.keep_link)}
${paragraph(t.not_you)}`,
      footer: `${organization} · ${t.sent_with}`,
    }),
    attachments: [
      {
        file_name: calendarFileName(entry.role_name),
        content_type: 'text/calendar; charset=utf-8',
        content: calendarFile(entry, public_url),
      },
    ],
  }
}

/**
 * Anybody can have this letter sent to anybody, under a first name of their choice: only what can be nothing
 * but a name is repeated. No dots, digits or slashes, hence no address that a mail client makes a link of.
 */
function greetable(first_name: string): string | undefined {
  return /^[\p{L}\p{M}'’ -]+$/u.test(first_name) ? first_name : undefined
}

const texts = {
  en: {
    title: 'You’re signed up',
    title_with_name: (name: string) => `You’re signed up, ${name}`,
    open: 'See your shift',
    times_in: (zone: string) => `Times in ${zone}`,
    attached: 'The attached calendar file puts the shift into your calendar.',
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    not_you: 'Didn’t sign up? Then somebody else wrote your address by mistake. Please tell the organiser.',
    sent_with: 'Sent with Muster',
  },
  sv: {
    title: 'Du är anmäld',
    title_with_name: (name: string) => `Du är anmäld, ${name}`,
    open: 'Visa ditt pass',
    times_in: (zone: string) => `Tider i ${zone}`,
    attached: 'Den bifogade kalenderfilen lägger in passet i din kalender.',
    keep_link: 'Länken är bara din, så skicka inte det här meddelandet vidare.',
    not_you:
      'Har du inte anmält dig? Då har någon annan skrivit din adress av misstag. Hör av dig till arrangören.',
    sent_with: 'Skickat med Muster',
  },
}
