import { defineTexts } from '../../i18n/define-texts.ts'
import { Button } from '../controls/button.tsx'

/** Nothing but a press takes the address that was probably meant. */
export function NearEmailHint({ meant, onTake }: { meant: string; onTake: (email: string) => void }) {
  const t = useText()
  return (
    <output className="flex flex-wrap items-center gap-x-3 text-base text-ink wrap-anywhere">
      {t('question', { email: meant })}
      <Button kind="quiet" onClick={() => onTake(meant)}>
        {t('take')}
      </Button>
    </output>
  )
}

const useText = defineTexts('near_email', {
  en: { question: 'Did you mean {{email}}?', take: 'Change it' },
  sv: { question: 'Menade du {{email}}?', take: 'Ändra' },
})
