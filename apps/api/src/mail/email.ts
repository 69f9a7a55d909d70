import type { Language } from '@muster/contract/language'
import { palette } from '@muster/contract/palette'
import { type Html, html } from '../pages/html.ts'
import { type Organizer, organizerFooter, replyTo } from './organizer.ts'
import { truncate } from './text.ts'

export type Attachment = { file_name: string; content_type: string; content: string }

/** `html` and `attachments` may be getters: a broadcast's history needs neither for its thousands of emails. */
export type Email = {
  /** Always one line, whatever people have typed. */
  subject: string
  text: string
  html: string
  attachments: Attachment[]
  unsubscribe_url?: string
  reply_to?: { name: string; address: string }
}

/** A part of an e-mail. An empty `text` is left out. `html` is lazy like that of `Email`. */
export type Block = { text: string; html: () => Html }

/** An e-mail before it is rendered. */
export type EmailDraft = {
  /** Always one line, whatever people have typed. */
  subject: string
  preheader: string
  blocks: readonly (Block | false | '' | null | undefined)[]
  /** Gets the replies, and signs the e-mail if it has no `footer`. Without both, Muster signs. */
  organizer?: Organizer
  footer?: Block
  attachments?: () => Attachment[]
  unsubscribe_url?: string
}

/** Text and HTML show the same blocks in the same order. */
export function renderEmail(draft: EmailDraft, language: Language): Email {
  const { subject, organizer, footer, unsubscribe_url } = draft
  const content = draft.blocks.flatMap((block) => block || [])
  const last = footer ?? (organizer ? organizerFooter(organizer, language) : MUSTER)
  return {
    subject,
    text: [...content, last].flatMap(({ text }) => text || []).join('\n\n'),
    get html() {
      return writePage({ ...draft, content, footer: last.html(), language })
    },
    get attachments() {
      return draft.attachments?.() ?? []
    },
    ...(unsubscribe_url !== undefined && { unsubscribe_url }),
    ...(organizer && replyTo(organizer)),
  }
}

const MUSTER: Block = { text: '', html: () => html`Muster` }

type Page = Pick<EmailDraft, 'subject' | 'preheader'> & {
  content: readonly Block[]
  footer: Html
  language: Language
}

/** Outlook reads only tables, bgcolor and inline styles, and enlarges widths on dense screens without PixelsPerInch.
 * Dark mode: prefers-color-scheme (Apple, Thunderbird), data-ogsc (outlook.com). */
function writePage({ language, subject, preheader, content, footer }: Page): string {
  return html`<!doctype html>
<html lang="${language}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.canvas { background: ${palette.canvas.dark} !important } .card { background: ${palette.surface.dark} !important; border-color: ${palette.line.dark} !important }
.ink { color: ${palette.ink.dark} !important } .ink-2 { color: ${palette.ink_2.dark} !important } .ink-3 { color: ${palette.ink_3.dark} !important }
.spruce { color: ${palette.primary.dark} !important } .rule { border-color: ${palette.line.dark} !important }
.button { background: ${palette.primary.dark} !important } .button-text { color: ${palette.on_primary.dark} !important }
}
[data-ogsc] .ink { color: ${palette.ink.dark} !important } [data-ogsc] .ink-2 { color: ${palette.ink_2.dark} !important }
[data-ogsc] .ink-3 { color: ${palette.ink_3.dark} !important } [data-ogsc] .spruce { color: ${palette.primary.dark} !important }
</style>
<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>h1, p, a { font-family: 'Segoe UI', Arial, sans-serif !important }</style><![endif]-->
</head>
<body class="canvas" style="margin:0;padding:0;background:${palette.canvas.light};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${truncate(preheader, PREHEADER_LENGTH)}${PREHEADER_END}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${palette.canvas.light}" style="background:${palette.canvas.light}"><tr><td align="center" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;max-width:560px;font-family:${FONT}"><tr><td align="left" style="word-break:break-word;overflow-wrap:anywhere">
${content.map(
  (block) => html`${block.html()}
`,
)}
<p class="ink-3" style="margin:32px 0 0;font-size:13px;line-height:1.5;color:${palette.ink_3.light}">${footer}</p>
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.text
}

export const heading = (text: string): Block => ({
  text,
  html: () =>
    html`<h1 class="ink" style="margin:0 0 16px;font-size:26px;line-height:1.2;letter-spacing:-0.015em;font-weight:700;color:${palette.ink.light}">${text}</h1>`,
})

export const paragraph = (text: string): Block => ({
  text,
  html: () =>
    html`<p class="ink-2" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${palette.ink_2.light}">${text}</p>`,
})

/** Writes typed text in paragraphs, and keeps its line breaks. */
export const paragraphs = (text: string): Block => ({
  text,
  html: () =>
    html`${text
      .split(/\n{2,}/)
      .map(
        (part) =>
          html`<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${palette.ink.light}">${withLineBreaks(part)}</p>`,
      )}`,
})

export function withLineBreaks(text: string): Html {
  const [first, ...more] = text.split('\n')
  return html`${first}${more.map((line) => html`<br>${line}`)}`
}

export const linkLine = (text: string, { label, href }: { label: string; href: string }): Block => ({
  text: `${text} ${label}: ${href}`,
  html: () =>
    html`<p class="ink-2" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${palette.ink_2.light}">${text} <a class="spruce" href="${href}" target="_blank" rel="noopener" style="color:${palette.primary.light}">${label}</a></p>`,
})

/** Outlook needs the cell's padding, all other clients that of the link. */
export const button = (label: string, href: string): Block => ({
  text: `${label}: ${href}`,
  html: () =>
    html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td class="button" bgcolor="${palette.primary.light}" style="border-radius:12px;background:${palette.primary.light};mso-padding-alt:14px 24px"><a class="button-text" href="${href}" target="_blank" rel="noopener" style="display:inline-block;padding:14px 24px;font-size:16px;line-height:20px;font-weight:600;color:${palette.on_primary.light};text-decoration:none">${label}</a></td></tr></table>`,
})

/** Shows the block with another text than its own. */
export const withText = (text: string, block: Block): Block => ({ ...block, text })

/** The subject says it already where there is only text. */
export const htmlOnly = (block: Block): Block => withText('', block)

/** Joins blocks between which the text has no empty line. */
export const withoutGaps = (...blocks: Block[]): Block => ({
  text: blocks.map(({ text }) => text).join('\n'),
  html: () => html`${blocks.map((block) => block.html())}`,
})

const FONT = html`-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const PREHEADER_LENGTH = 140
/** Keeps inboxes from filling the preview with the email's first lines. */
const PREHEADER_END = html`${Array.from({ length: 60 }, () => html`&#8199;&#847; `)}`
