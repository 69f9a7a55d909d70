import type { Language } from '@muster/contract/language'
import { useEffect, useRef } from 'react'

/**
 * A letter as its recipient sees it. In a shadow tree, so that its styles and the page's leave each other alone; put
 * there as objects, since the Content-Security-Policy of the page allows no style written into markup. Its links lead
 * nowhere: they are somebody else's.
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
  // Renamed before it is parsed: a parser would refuse styles one by one, aloud. What people type is escaped in a
  // letter, so nothing of theirs is met. The letter's title is not the page's.
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
