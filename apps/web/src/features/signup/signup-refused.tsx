import { errorText } from '../../api/api-error.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { EventLink } from './event-link.tsx'
import { useText } from './texts.ts'

export function SignupRefused({
  event_id,
  error,
  onBack,
}: {
  event_id: string
  error: unknown
  onBack: () => void
}) {
  const t = useText()
  return (
    <div className={answerClass({ className: 'max-w-xl' })}>
      <ResultTitle title={errorText(error, t('errors.failed'))} />
      <p className="mt-2 text-ink-2">{t('refusal.kept')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <EventLink event_id={event_id} className={buttonClass()}>
          {t('see_other_shifts')}
        </EventLink>
        <Button kind="line" onClick={onBack}>
          {t('refusal.back_to_form')}
        </Button>
      </div>
    </div>
  )
}
