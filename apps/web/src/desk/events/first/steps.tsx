import { Icon } from '../../../ui/page/icon.tsx'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import { useText } from './texts.ts'

const steps = ['event', 'roles', 'shifts', 'link'] as const

export type Step = (typeof steps)[number]

export function FirstHead({ current }: { current: Step }) {
  const t = useText()
  const at = steps.indexOf(current)
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <PageTitle title={t('title')} className="first-title" />
      <ol className="first-steps" aria-label={t('steps.label')}>
        {steps.map((step, n) => (
          <li key={step} aria-current={step === current ? 'step' : undefined}>
            <Number at={n} isOn={n === at} isDone={n < at} />
            {t(`steps.${step}`)}
            {n < at && <span className="sr-only">{t('steps.done')}</span>}
          </li>
        ))}
      </ol>
    </header>
  )
}

/** The heading of a part, with its number. */
export function StepHeading({ step, isOn, words }: { step: Step; isOn?: boolean; words?: string }) {
  const t = useText()
  return (
    <div className="mb-3 flex min-h-8 items-center gap-2.5">
      <Number at={steps.indexOf(step)} isOn={isOn} />
      <h2 className="flex-none text-h3">{t(`steps.${step}`)}</h2>
      {words && <span className="ml-auto text-right text-meta text-ink-2">{words}</span>}
    </div>
  )
}

function Number({
  at,
  isOn = false,
  isDone = false,
}: {
  at: number
  isOn?: boolean | undefined
  isDone?: boolean
}) {
  return (
    <span
      className="first-step"
      data-on={isOn || undefined}
      data-done={isDone || undefined}
      aria-hidden="true"
    >
      {isDone ? <Icon name="check" size="small" /> : at + 1}
    </span>
  )
}
