import { useWords } from '../../i18n/words.ts'
import { focusTitleAfter } from '../page/page-title.tsx'
import { Button } from './button.tsx'

export function RetryButton({ onRetry }: { onRetry: () => void }) {
  const words = useWords()
  return (
    <Button kind="line" ref={focusHeadingAfter} onClick={onRetry}>
      {words('try_again')}
    </Button>
  )
}

/** Ref callback like `focusTitleAfter`. Behind a dialog the page's heading takes no focus, so the dialog's heading does. */
function focusHeadingAfter(button: HTMLElement | null): () => void {
  const focusTitle = focusTitleAfter(button)
  return () => {
    const heading = button === document.activeElement && button?.closest('dialog')?.querySelector('h2')
    if (heading) heading.focus({ preventScroll: true })
    else focusTitle()
  }
}
