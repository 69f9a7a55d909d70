import { useEffect, useState } from 'react'
import { Button, StackedWords } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { copySignupLink } from './signup-link.ts'
import { useText } from './texts.ts'

const FEEDBACK_MS = 2_000

export function CopySignupLink({
  event,
  describedBy,
}: {
  event: { id: string; name: string }
  describedBy: string
}) {
  const t = useText()
  const [copies, setCopies] = useState(0)
  const isCopied = copies > 0

  useEffect(() => {
    if (copies === 0) return undefined
    const timer = setTimeout(() => setCopies(0), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [copies])

  const copy = async () => {
    if (!(await copySignupLink(event))) return
    setCopies((count) => count + 1)
    announce(t('copied_named', { name: event.name }))
  }

  return (
    <Button
      kind="quiet"
      aria-describedby={describedBy}
      className={isCopied ? 'text-ok!' : ''}
      onClick={() => void copy()}
    >
      <StackedWords
        over={
          isCopied && (
            <>
              <Icon name="check" size="small" />
              {t('copied')}
            </>
          )
        }
      >
        {t('copy')}
      </StackedWords>
    </Button>
  )
}
