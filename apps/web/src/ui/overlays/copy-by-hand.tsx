import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect } from 'react'
import { defineTexts } from '../../i18n/define-texts.ts'
import { TextField } from '../controls/text-field.tsx'
import { Dialog } from './dialog.tsx'

const $refused = atom<string | undefined>()

/** Returns false if the browser refuses, as on plain http. The link is then shown for copying by hand. */
export async function copyLink(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link)
    return true
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification: a failed copy is logged
    console.warn('the browser refused to copy a link', error)
    $refused.set(link)
    return false
  }
}

export function CopyByHand() {
  const t = useText()
  const link = useStore($refused)
  const close = () => $refused.set(undefined)
  useEffect(() => () => $refused.set(undefined), [])
  if (link === undefined) return null
  return (
    <Dialog title={t('title')} onClose={close}>
      <TextField
        label={t('link')}
        hint={t('hint')}
        readOnly
        value={link}
        onFocus={(focus) => focus.currentTarget.select()}
      />
    </Dialog>
  )
}

const useText = defineTexts('copy_by_hand', {
  en: {
    title: 'Copy the link yourself',
    link: 'Link',
    hint: 'The browser did not allow copying. Select the link and copy it.',
  },
  sv: {
    title: 'Kopiera länken själv',
    link: 'Länk',
    hint: 'Webbläsaren tillät inte kopiering. Markera länken och kopiera den.',
  },
})
