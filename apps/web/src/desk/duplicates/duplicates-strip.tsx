import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../api/rights.ts'
import { now } from '../../clock.ts'
import { paths } from '../../paths.ts'
import { deviceStorage } from '../../storage.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { MergeIcon } from '../../ui/page/people-icons.tsx'
import { duplicatesQuery } from './api.ts'
import { useText } from './texts.ts'

const KEY = 'muster.duplicates-hidden-until'
const HIDDEN_MS = 30 * 24 * 60 * 60 * 1000

/** `isDue`: pairs are still read for the first time; what stands below the strip waits, so that it does not move. */
export function useDuplicatesStrip() {
  const mayPlan = useMay('plan')
  const [isHidden, setIsHidden] = useState(() => Number(deviceStorage.getItem(KEY)) > now().getTime())
  const isAsked = mayPlan && !isHidden
  const { data, isPending, failureCount } = useQuery({ ...duplicatesQuery(), enabled: isAsked })
  return {
    count: isHidden ? 0 : (data?.length ?? 0),
    isDue: isAsked && isPending && failureCount === 0,
    hide: () => {
      deviceStorage.setItem(KEY, String(now().getTime() + HIDDEN_MS))
      setIsHidden(true)
    },
  }
}

/** D60: says that entries may be the same person, unless it was hidden on this device in the last 30 days. */
export function DuplicatesStrip({ count, onHide }: { count: number; onHide: () => void }) {
  const t = useText()
  if (count === 0) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 rounded-control bg-info-soft py-1 pr-1 pl-4">
      <span className="text-info">
        <MergeIcon />
      </span>
      <p className="flex-1 py-2 font-semibold">{t('strip', { count })}</p>
      <PageLink className={buttonClass({ kind: 'quiet' })} href={paths.duplicates}>
        {t('look')}
      </PageLink>
      <Button
        kind="quiet"
        onClick={() => {
          onHide()
          document.querySelector<HTMLElement>('h1')?.focus()
        }}
      >
        {t('not_now')}
      </Button>
    </div>
  )
}
