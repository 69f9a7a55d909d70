import type { BroadcastForm } from '@muster/contract/broadcast-form'
import type { Language } from '@muster/contract/language'

export function textIn(language: Language, form: BroadcastForm): string | null {
  return form.texts?.[language] ?? anyText(form)
}

export function anyText({ customText, texts }: BroadcastForm): string | null {
  return customText ?? Object.values(texts ?? {}).find(Boolean) ?? null
}
