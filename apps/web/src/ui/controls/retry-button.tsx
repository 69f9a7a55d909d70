import { useWords } from '../../i18n/words.ts'
import { Button } from './button.tsx'

/** Where something could not be read. */
export function RetryButton({ onRetry }: { onRetry: () => void }) {
  const words = useWords()
  return (
    <Button kind="line" onClick={onRetry}>
      {words('try_again')}
    </Button>
  )
}
