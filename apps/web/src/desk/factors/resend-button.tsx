import { useEffect, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useText } from './texts.ts'

const WAIT_MS = 30_000

/** Sends the code again. The button waits first, because an SMS may take a while. */
export function ResendButton({
  isBusy,
  error,
  onResend,
}: {
  isBusy: boolean
  error: string | undefined
  onResend: () => void
}) {
  const t = useText()
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isDue) return <p className="text-meta text-ink-2">{t('challenge.sms_wait')}</p>
  return (
    <div>
      <Button kind="quiet" className="-ml-3" busy={isBusy && t('challenge.sms_busy')} onClick={onResend}>
        {t('challenge.sms_again')}
      </Button>
      <FormError text={error} />
    </div>
  )
}
