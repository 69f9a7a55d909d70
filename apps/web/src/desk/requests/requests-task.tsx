import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'
import type { useRequests } from './use-requests.ts'

/** The first of what is left to do: "4 requests", and the button that answers them. */
export function RequestsTask({
  count,
  onRetry,
  isShown,
  className,
  onAnswer,
}: ReturnType<typeof useRequests> & {
  /** Of the button. */
  className: string
  onAnswer: () => void
}) {
  const t = useText()
  const words = useWords()
  if (!isShown) return null
  return (
    <div className="flex flex-none items-center gap-3.5 font-semibold whitespace-nowrap @max-list:gap-2 @max-list:text-compact">
      <span className="inline-flex items-center gap-2.5 max-desktop:hidden">
        <Icon name="people" size="medium" className="text-wait @max-list:hidden" />
        {onRetry ? t('load_failed') : t('count', { count })}
      </span>
      <Button kind={onRetry ? 'line' : 'primary'} className={className} onClick={onRetry ?? onAnswer}>
        <Icon name="people" size="small" className="text-wait desktop:hidden" />
        <span className="desktop:hidden">{onRetry ? t('load_failed') : t('answer_all', { count })}</span>
        <span className="max-desktop:hidden">{onRetry ? words('try_again') : t('answer')}</span>
      </Button>
    </div>
  )
}
