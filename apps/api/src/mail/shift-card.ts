import type { Language } from '@muster/contract/language'
import { palette } from '@muster/contract/palette'
import { html } from '../pages/html.ts'
import { type Block, withLineBreaks } from './email.ts'
import { describeShift, meetingPointLine, type Shift, timesIn } from './shift-summary.ts'
import { toOneLine } from './text.ts'

type CardOptions = {
  /** Follow the shift without an empty line. */
  lines?: readonly string[]
  notes?: readonly (string | null | undefined)[]
}

export function shiftCard(
  shift: Shift,
  language: Language,
  { lines = [], notes = [] }: CardOptions = {},
): Block {
  const { role, event, day, time } = describeShift(shift, language)
  const zone = timesIn(shift.time_zone, language)
  const meeting_point = shift.meeting_point && meetingPointLine(toOneLine(shift.meeting_point), language)
  const place = [shift.location && toOneLine(shift.location), meeting_point].filter(Boolean).join('\n')
  const about = [role, day, time, zone, event, place, ...lines].filter(Boolean).join('\n')
  const shown = notes.flatMap((note) => note || [])
  const note = [...lines, ...shown].join('\n\n')
  return {
    text: [about, ...shown].join('\n\n'),
    html: () => html`<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${palette.surface.light}" style="table-layout:fixed;margin:0 0 24px;border:1px solid ${palette.line.light};border-radius:14px;background:${palette.surface.light}"><tr><td style="padding:24px">
<p class="spruce" style="margin:0 0 4px;font-size:14px;line-height:1.5;font-weight:600;color:${palette.primary.light}">${event}</p>
<p class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600;color:${palette.ink.light}">${role}</p>
<p class="ink-2" style="margin:0;font-size:16px;line-height:1.5;color:${palette.ink_2.light}">${day}</p>
<p class="ink" style="margin:0;font-size:30px;line-height:1.2;font-weight:700;letter-spacing:-0.015em;color:${palette.ink.light}">${time}</p>
<p class="ink-3" style="margin:4px 0 0;font-size:13px;line-height:1.4;color:${palette.ink_3.light}">${zone}</p>
${place && ruled(place)}
${note && ruled(note)}
</td></tr></table>`,
  }
}

const ruled = (text: string) =>
  html`<p class="ink-2 rule" style="margin:16px 0 0;padding-top:16px;border-top:1px dashed ${palette.line.light};font-size:16px;line-height:1.5;color:${palette.ink_2.light}">${withLineBreaks(text)}</p>`
