import { type ComponentType, useEffect, useState } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useText } from './texts.ts'

export function TermsDialog({ onAccept, onClose }: { onAccept: () => void; onClose: () => void }) {
  const t = useText()
  const words = useWords()
  return (
    <Dialog
      title={t('acceptedTerms')}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {words('close')}
          </Button>
          <Button
            onClick={() => {
              onAccept()
              onClose()
            }}
          >
            {t('accept_and_close')}
          </Button>
        </>
      }
    >
      <LoadedTerms />
    </Dialog>
  )
}

/** Replaces `lazy`, because a chunk that fails to load must not remove the form. */
function LoadedTerms() {
  const t = useText()
  const [terms, setTerms] = useState<{ Text?: ComponentType; hasFailed?: true }>({})

  useEffect(() => {
    import('../terms/terms-text.tsx').then(
      ({ TermsText }) => setTerms({ Text: TermsText }),
      () => setTerms({ hasFailed: true }),
    )
  }, [])

  if (terms.hasFailed) return <FormError text={t('terms_failed')} />
  if (terms.Text) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      <section tabIndex={0} aria-label={t('acceptedTerms')}>
        <terms.Text />
      </section>
    )
  }
  return (
    <Loading>
      <Skeleton className="h-80" />
    </Loading>
  )
}
