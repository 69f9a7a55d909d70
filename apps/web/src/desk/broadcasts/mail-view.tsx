import type { Language } from '@muster/contract/language'
import { useEffect, useRef } from 'react'

/**
 * An e-mail in a shadow tree, which isolates its styles. They are set as objects: the Content-Security-Policy allows no
 * inline styles in markup. Its links are disabled: they are the recipient's.
 */
export function MailView({ html, language }: { html: string; language: Language }) {
  const host = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = host.current
    if (!element) return
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const { sheet, content } = readLetter(html)
    shadow.adoptedStyleSheets = [sheet]
    shadow.replaceChildren(content)
  }, [html])

  return <div ref={host} lang={language} className="overflow-auto" />
}

function readLetter(html: string): { sheet: CSSStyleSheet; content: HTMLElement } {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(/<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '')
  // Styles are renamed before parsing, which would report each as a violation. Typed text is escaped, so it stays.
  // The h1 of an e-mail is not that of the page.
  const markup = html
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(' style="', ' data-style="')
    .replaceAll(/<(\/?)h1\b/g, '<$1h4')
  const parsed = new DOMParser().parseFromString(markup, 'text/html')
  for (const link of parsed.querySelectorAll('a')) link.removeAttribute('href')

  const content = document.createElement('div')
  content.className = parsed.body.className
  content.dataset['style'] = parsed.body.dataset['style'] ?? ''
  content.append(...parsed.body.children)
  for (const styled of [content, ...content.querySelectorAll<HTMLElement>('[data-style]')]) {
    styled.style.cssText = styled.dataset['style'] ?? ''
    delete styled.dataset['style']
  }
  return { sheet, content }
}
