import type { Language } from '@muster/contract/language'

export const HTML = 'text/html; charset=utf-8'

/** Escaped markup. Only `html` creates it, so a forgotten escape does not compile. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | readonly Html[] | undefined

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.map((part, index) => part + markup(values[index])).join(''))
}

function markup(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

type Document = {
  language: Language
  title: string
  /** Addresses of the stylesheet and the icon. */
  css: string
  icon: string
  /** Tells search engines not to index the page. */
  is_private: boolean
  body: Html
}

/** Writes a page that needs no scripts. */
export function writeDocument({ language, title, css, icon, is_private, body }: Document): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${is_private ? html`<meta name="robots" content="noindex">` : undefined}
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${css}">
</head>
<body>${body}</body>
</html>
`.text
}
