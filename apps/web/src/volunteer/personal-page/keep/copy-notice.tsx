import { browserTimeZone, useDateFormat } from '../../../format/dates.ts'
import { useWords } from '../../../i18n/words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/page/icon.tsx'
import { focusTitleAfter } from '../../../ui/page/page-title.tsx'
import { useKeepText } from './texts.ts'

/** Shown above a copy while the server does not answer (docs/decisions/0028). */
export default function CopyNotice({ as_of, onTryAgain }: { as_of: string; onTryAgain: () => void }) {
  const t = useKeepText()
  const words = useWords()
  const format = useDateFormat(browserTimeZone())
  return (
    <div className="-mx-5 grid justify-items-start gap-3 bg-wait-soft px-5 py-2.5 print:hidden">
      <output className="flex gap-2 text-meta/body font-semibold text-wait">
        <Icon name="alert" />
        <span>
          {words('errors.copy', { time: format.timeOfLateDay(as_of) })} {t('answers_wait')}
        </span>
      </output>
      <Button kind="line" ref={focusTitleAfter} onClick={onTryAgain}>
        {words('try_again')}
      </Button>
    </div>
  )
}
