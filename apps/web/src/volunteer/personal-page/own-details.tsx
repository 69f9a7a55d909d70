import type { OwnDetails as Details } from '@muster/contract/personal-page'
import type { Invitation } from '@muster/contract/personal-shift'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { readDetails } from './api.ts'
import { useText } from './texts.ts'
import { useErrorText } from './use-error-text.ts'

const DetailsForm = lazyPart(() => import('./details/details-form.tsx'))

export type OwnDetailsProps = { token: string; invitation: Invitation }

/** V3. Reads the details only on request, because the page may be open where others see it. */
export function OwnDetails({ token, invitation }: OwnDetailsProps) {
  const t = useText()
  const errorText = useErrorText()
  const [details, setDetails] = useState<Details>()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  const show = async () => {
    if (isBusy) return
    setIsBusy(true)
    setError(undefined)
    try {
      const [found] = await Promise.all([readDetails(token), DetailsForm.load()])
      setDetails(found)
    } catch (failure) {
      setError(failure)
    }
    setIsBusy(false)
  }

  return (
    <section className="mt-8 grid justify-items-start gap-3 border-t border-line pt-4 print:hidden">
      <h2>{t('details.title')}</h2>
      {details ? (
        <DetailsForm token={token} invitation={invitation} found={details} />
      ) : (
        <Button kind="line" size="tall" busy={isBusy && t('submitting')} onClick={() => void show()}>
          {t('details.show')}
        </Button>
      )}
      <FormError text={error === undefined ? undefined : errorText(error, 'load')} className="mt-0" />
    </section>
  )
}
