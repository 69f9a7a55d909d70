import { useWords } from '../../i18n/words.ts'
import { focusTitleAfter } from '../page/page-title.tsx'
import { Button } from './button.tsx'

export function RetryButton({ onRetry }: { onRetry: () => void }) {
  const words = useWords()
  return (
    <Button kind="line" ref={focusTitleAfter} onClick={onRetry}>
      {words('try_again')}
    </Button>
  )
}
