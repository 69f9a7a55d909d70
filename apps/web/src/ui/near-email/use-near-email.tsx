import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../controls/button.tsx'

/** Milliseconds without a key: a domain that is being typed is not mistyped. */
const REST = 500

/**
 * Returns a hint at the address that was probably meant, which nothing takes but a press. The list of domains loads
 * by itself.
 */
export function useNearEmail(email: string, onTake: (email: string) => void): ReactNode {
  const t = useWords()
  const [found, setFound] = useState<{ email: string; meant: string | undefined }>()
  useEffect(() => {
    if (!/@.+\../.test(email)) return undefined
    const rest = setTimeout(() => {
      void import('./near-email.ts').then(
        ({ nearEmail }) => setFound({ email, meant: nearEmail(email) }),
        () => undefined,
      )
    }, REST)
    return () => clearTimeout(rest)
  }, [email])

  const meant = found?.email === email ? found.meant : undefined
  return (
    meant && (
      <span role="status" className="flex flex-wrap items-center gap-x-3 text-base text-ink wrap-anywhere">
        {t('near_email', { email: meant })}
        <Button kind="quiet" onClick={() => onTake(meant)}>
          {t('take_near_email')}
        </Button>
      </span>
    )
  )
}
