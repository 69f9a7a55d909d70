import type { Language } from '@muster/contract/fields'
import type { CalendarEntry } from './calendar.ts'
import { lines, oneLine } from './email.ts'
import { type Html, html } from './html.ts'
import { shiftTime } from './shift-time.ts'

type Shown = Pick<
  CalendarEntry,
  'start_dt' | 'end_dt' | 'time_zone' | 'role_name' | 'event_name' | 'location'
>

/** What a letter says of a shift: one line each in its text, a card in its markup. */
export function showShift(entry: Shown, language: Language) {
  const { day, short_day, time } = shiftTime(entry, language)
  const place = entry.location && oneLine(entry.location)
  const [role, event] = [oneLine(entry.role_name), oneLine(entry.event_name)]
  return {
    role,
    event,
    day,
    time,
    short_time: `${short_day} ${time}`,
    short: `${role}, ${short_day} ${time}`,
    lines: [role, day, `${time} (${entry.time_zone})`, event, place].filter(Boolean).join('\n'),
  }
}

/** `note` stands below: what was before, for one. */
export function shiftCard(entry: Shown, language: Language, note?: string): Html {
  const { role, event, day, time } = showShift(entry, language)
  const place = entry.location ? oneLine(entry.location) : undefined
  return html`<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="table-layout:fixed;margin:0 0 24px;border:1px solid #e3dfd5;border-radius:14px;background:#ffffff"><tr><td style="padding:24px">
<p class="spruce" style="margin:0 0 4px;font-size:14px;line-height:1.5;font-weight:600;color:#14624f">${event}</p>
<p class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600;color:#1b2430">${role}</p>
<p class="ink-2" style="margin:0;font-size:16px;line-height:1.5;color:#4a5563">${day}</p>
<p class="ink" style="margin:0;font-size:30px;line-height:1.2;font-weight:700;letter-spacing:-0.015em;color:#1b2430">${time}</p>
<p class="ink-3" style="margin:4px 0 0;font-size:13px;line-height:1.4;color:#626c79">${TIMES_IN[language](entry.time_zone)}</p>
${place ? ruled(place) : undefined}
${note ? ruled(note) : undefined}
</td></tr></table>`
}

const ruled = (text: string) =>
  html`<p class="ink-2 rule" style="margin:16px 0 0;padding-top:16px;border-top:1px dashed #e3dfd5;font-size:16px;line-height:1.5;color:#4a5563">${lines(text)}</p>`

const TIMES_IN: Record<Language, (zone: string) => string> = {
  en: (zone) => `Times in ${zone}`,
  sv: (zone) => `Tider i ${zone}`,
}
