import { type Language, language as languageField } from '@muster/contract/fields'
import type { Channel } from './mail.ts'
import { type Html, html } from './templates/html.ts'

export type Way = { channel: Channel; address: string; is_stopped: boolean }

/** What somebody gets from an organisation, each way with a button to end it or to take it up again. */
export function waysPage(given: {
  organization_name: string
  language: string
  ways: readonly Way[]
}): string {
  const language = languageField.catch('en').parse(given.language)
  const t = texts[language]
  const name = given.organization_name
  const rows = given.ways.map(
    ({ channel, address, is_stopped }) => html`<li>
<div><h2>${t[channel]}</h2><p>${channel === 'SMS' ? endOf(address) : address}</p>
<p role="status">${is_stopped ? t.stopped(name) : undefined}</p></div>
<form method="post"><input type="hidden" name="channel" value="${channel}">${is_stopped ? html`<input type="hidden" name="resume" value="1">` : undefined}
<button${is_stopped ? html` class="quiet"` : undefined}>${is_stopped ? t.resume[channel] : t.stop[channel]}</button></form>
</li>`,
  )
  return page(
    language,
    t.title(name),
    html`<p>${t.intro(name)}</p><ul>${rows}</ul><p class="hint">${t.mind(name)}</p>`,
  )
}

export function unknownLinkPage(language: Language): string {
  const t = texts[language]
  return page(language, t.unknown, html`<p>${t.unknown_text}</p>`)
}

/** Whoever holds the letter may not know the number. */
const endOf = (phone: string) => `••• ${phone.slice(-3)}`

function page(language: Language, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Muster</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/unsubscribe/page.css">
</head>
<body><main><h1>${title}</h1>
${content}
</main></body>
</html>
`.text
}

const texts = {
  en: {
    title: (name: string) => `Messages from ${name}`,
    intro: (name: string) => `Choose how ${name} may write to you.`,
    EMAIL: 'E-mail',
    SMS: 'SMS',
    stop: { EMAIL: 'Stop e-mails', SMS: 'Stop SMS' },
    resume: { EMAIL: 'Get e-mails again', SMS: 'Get SMS again' },
    stopped: (name: string) => `Stopped. ${name} does not write to you this way any more.`,
    mind: (name: string) =>
      `This ends reminders, invitations and other messages from ${name}. When you sign up, or a shift of yours moves or is cancelled, you are still told by e-mail. Your shifts stay as they are: to give one up, tell the organiser.`,
    unknown: 'This link leads nowhere',
    unknown_text: 'It is invalid, or what it was about has been removed. Please tell the organiser instead.',
  },
  sv: {
    title: (name: string) => `Meddelanden från ${name}`,
    intro: (name: string) => `Välj hur ${name} får skriva till dig.`,
    EMAIL: 'E-post',
    SMS: 'Sms',
    stop: { EMAIL: 'Avsluta e-post', SMS: 'Avsluta sms' },
    resume: { EMAIL: 'Få e-post igen', SMS: 'Få sms igen' },
    stopped: (name: string) => `Avslutat. ${name} skriver inte längre till dig den här vägen.`,
    mind: (name: string) =>
      `Det gäller påminnelser, inbjudningar och andra meddelanden från ${name}. När du anmäler dig, eller när ett av dina pass flyttas eller ställs in, får du fortfarande veta det med e-post. Dina pass är kvar som de är: hör av dig till arrangören om du inte kan komma.`,
    unknown: 'Den här länken leder ingenstans',
    unknown_text:
      'Den är ogiltig, eller så har det den gällde tagits bort. Hör av dig till arrangören i stället.',
  },
}

export const unsubscribeCss = `
:root { color-scheme: light dark; --canvas: light-dark(#fbfaf7, #12171c); --surface: light-dark(#ffffff, #1a2129);
  --line: light-dark(#e3dfd5, #2d3741); --line-strong: light-dark(#858272, #74818e);
  --ink: light-dark(#1b2430, #edf1f4); --ink-2: light-dark(#4a5563, #b8c2cb); --ok: light-dark(#1c7048, #74d29c);
  --primary: light-dark(#14624f, #73cdb1); --on-primary: light-dark(#ffffff, #06261d);
  --focus: light-dark(#1d5a9f, #92c2f6) }
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.55 Figtree, system-ui, sans-serif }
main { max-width: 560px; margin: 0 auto; padding: 72px 16px 48px }
h1 { margin: 0 0 12px; font-size: 28px; line-height: 1.2; letter-spacing: -0.015em; overflow-wrap: anywhere }
h2 { margin: 0; font-size: 16px }
p { margin: 0; color: var(--ink-2); overflow-wrap: anywhere }
ul { margin: 24px 0; padding: 0 24px; list-style: none; border: 1px solid var(--line); border-radius: 14px;
  background: var(--surface) }
li { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: center; justify-content: space-between; padding: 20px 0 }
li + li { border-top: 1px solid var(--line) }
li > div { flex: 1 1 240px; min-width: 0 }
[role='status'] { color: var(--ok); font-weight: 600 }
button { min-height: 44px; padding: 8px 18px; border: 0; border-radius: 12px; background: var(--primary);
  color: var(--on-primary); font: 600 16px/1.25 Figtree, system-ui, sans-serif; cursor: pointer }
button.quiet { background: transparent; color: var(--ink); box-shadow: inset 0 0 0 1px var(--line-strong) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
.hint { font-size: 14px }
`
