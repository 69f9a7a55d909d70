import { useEffect } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../controls/button.tsx'
import { useNextPage } from '../hooks/navigation.ts'
import { Icon } from './icon.tsx'

export function NextPageStatus() {
  const t = useWords()
  const { path = '', problem } = useNextPage() ?? {}
  // Loads the page in full, because browsers cache a failed script, and a new version has other files.
  const tryAgain = () => location.assign(path)

  useEffect(() => {
    if (problem !== 'offline') return undefined
    const open = () => location.assign(path)
    addEventListener('online', open)
    return () => removeEventListener('online', open)
  }, [path, problem])

  return (
    <>
      {path !== '' && !problem && (
        <div aria-hidden="true" className="fixed inset-x-0 top-0 z-30 h-1 animate-skeleton bg-primary" />
      )}
      <output className="fixed inset-x-0 top-0 z-30 block print:hidden">
        {problem && (
          <span className="flex animate-appear flex-wrap items-center justify-center gap-x-4 bg-wait-soft px-5 pt-[calc(8px+env(safe-area-inset-top))] pb-2 text-meta/body font-semibold text-wait">
            <Icon name="alert" />
            {t(`errors.page_${problem}`)}
            {problem === 'failed' && (
              <Button kind="line" onClick={tryAgain}>
                {t('try_again')}
              </Button>
            )}
          </span>
        )}
      </output>
    </>
  )
}
