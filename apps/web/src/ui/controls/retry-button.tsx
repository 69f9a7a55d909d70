import { useWords } from '../../i18n/words.ts'
import { Button } from './button.tsx'

export function RetryButton({ onRetry }: { onRetry: () => void }) {
  const words = useWords()
  return (
    <Button kind="line" onClick={onRetry}>
      {words('try_again')}
    </Button>
  )
}
