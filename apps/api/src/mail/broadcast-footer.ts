import type { Language } from '@muster/contract/fields'
import { html } from './html.ts'

type Given = { organization: string; event_name: string; unsubscribe_url: string }

/** The end of a broadcast's letter: who writes, why somebody gets it, and how it stops (D31). */
export function broadcastEnd({ organization, event_name, unsubscribe_url }: Given, language: Language) {
  const t = texts[language]
  const why = t.why(event_name)
  return {
    text: `${organization}\n${why}\n${t.stop}: ${unsubscribe_url}`,
    footer: html`${organization} · ${why}<br><a class="ink-3" href="${unsubscribe_url}" target="_blank" rel="noopener" style="color:#626c79;text-decoration:underline">${t.stop}</a>`,
  }
}

const texts = {
  en: {
    why: (event: string) => `You get this because you are a volunteer at ${event}, or were asked to be.`,
    stop: 'Stop these e-mails',
  },
  sv: {
    why: (event: string) => `Du får det här för att du är volontär på ${event}, eller har blivit tillfrågad.`,
    stop: 'Avsluta utskicken',
  },
}
