import type { Comparison, Merged } from '@muster/contract/duplicates'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, isChangedElsewhere } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { stickyBarClass } from '../../ui/page/sticky-bar.ts'
import { comparisonQuery, mergeEntries, tellApart } from './api.ts'
import { fieldsTaken, presetChoices, textOf } from './choices.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { useText } from './texts.ts'

/** Selects which values of two entries are kept. It is no form element, so that Enter in a radio button does not merge. */
export function EntryForm({
  compared,
  onMerged,
  onTold,
  onSkip,
}: {
  compared: Comparison
  onMerged: (merged: Merged) => void
  onTold: () => void
  onSkip: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const [choices, setChoices] = useState(() => presetChoices(compared))
  const [doing, setDoing] = useState<'merge' | 'tell'>()
  const [problem, setProblem] = useState<string>()
  const { one, other } = compared
  const name = textOf(compared[choices.name], 'name') ?? ''

  const act = async (what: 'merge' | 'tell', work: () => Promise<void>) => {
    if (doing) return
    setDoing(what)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(errorText(error, t('failed')))
      if (isChangedElsewhere(error)) {
        await client.invalidateQueries({
          queryKey: comparisonQuery({ id: one.id, other_id: other.id }).queryKey,
        })
      }
      setDoing(undefined)
    }
  }
  const merge = () => {
    if (compared[choices.email].email === null && compared[choices.phone].phone === null) {
      setProblem(t('needs_contact'))
      return
    }
    void act('merge', async () => onMerged(await mergeEntries(compared, fieldsTaken(choices))))
  }

  return (
    <>
      <section className={cardClass({ padding: 'none', className: 'px-3 pb-4 desktop:px-6 desktop:pt-2' })}>
        <ComparisonTable
          compared={compared}
          choices={choices}
          onChoose={(row, side) => setChoices({ ...choices, [row]: side })}
        />
      </section>
      <FormError text={problem} className="mt-3" />
      <div className={stickyBarClass({ className: 'mt-3 gap-2 max-desktop:static!' })}>
        <p className="flex-1 basis-60 max-desktop:basis-full">
          <b>{t('one_entry', { name })}</b> <span className="text-ink-2">{t('can_undo')}</span>
        </p>
        <Button kind="quiet" className="max-desktop:flex-auto" onClick={onSkip}>
          {t('skip')}
        </Button>
        <Button
          kind="line"
          className="max-desktop:flex-auto"
          onClick={() =>
            void act('tell', async () => {
              await tellApart(one.id, other.id)
              onTold()
            })
          }
        >
          {t('two_people')}
        </Button>
        <Button className="max-desktop:flex-auto" busy={doing === 'merge' && t('merging')} onClick={merge}>
          {t('merge')}
        </Button>
      </div>
    </>
  )
}
