import type { OrganizerContact as Contact } from '@muster/contract/organizations'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { changeMessages } from './api.ts'
import { contactInBrackets } from './contact-in-brackets.ts'
import { useText } from './texts.ts'
import { useErrorText } from './use-error-text.ts'

type Step = 'getting' | 'asking' | 'stopped'

const IDS = { getting: 'stop-messages', asking: 'stop-question', stopped: 'messages-stopped' } as const

type StopMessagesProps = {
  token: string
  organization: string | undefined
  contact: Contact | undefined
  /** True if not even the e-mails that continue after a stop are sent (D28). */
  isBlocked: boolean
  wasStopped: boolean
  onChanged: (change: { messages_stopped: boolean }) => void
}

/** D31. Opening the page changes nothing: link scanners open links. */
export function StopMessages({
  token,
  organization,
  contact,
  isBlocked,
  wasStopped,
  onChanged,
}: StopMessagesProps) {
  const t = useText()
  const errorText = useErrorText()
  const focusNext = useFocusNext()
  const [step, setStep] = useState<Step>(wasStopped ? 'stopped' : 'getting')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const from = { organization: organization ?? t('stop_messages.the_organizer') }

  const go = (next: Step) => {
    setStep(next)
    setError(undefined)
    focusNext(IDS[next])
  }
  const change = async (stop: boolean) => {
    setIsBusy(true)
    try {
      const changed = await changeMessages(token, stop)
      onChanged(changed)
      go(changed.messages_stopped ? 'stopped' : 'getting')
    } catch (failure) {
      setError(failure)
    }
    setIsBusy(false)
  }

  return (
    <section className="mt-8 grid justify-items-start gap-3 border-t border-line pt-4">
      {step === 'getting' && (
        <Button
          kind="quiet"
          id={IDS.getting}
          className="-ml-3 text-left! text-meta font-normal! text-ink-2! underline!"
          onClick={() => go('asking')}
        >
          {t('stop_messages.open', from)}
        </Button>
      )}
      {step === 'asking' && (
        <>
          <h2 id={IDS.asking} tabIndex={-1}>
            {t('stop_messages.question', from)}
          </h2>
          <p className="text-ink-2">
            {!isBlocked && t('stop_messages.mind')}{' '}
            {t('stop_messages.way', { contact: contactInBrackets(contact) })}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button busy={isBusy && t('submitting')} onClick={() => void change(true)}>
              {t('stop_messages.confirm')}
            </Button>
            <Button kind="line" aria-disabled={isBusy} onClick={() => isBusy || go('getting')}>
              {t('stop_messages.keep')}
            </Button>
          </div>
        </>
      )}
      {step === 'stopped' && (
        <>
          <p id={IDS.stopped} tabIndex={-1}>
            {t(isBlocked ? 'stop_messages.nothing' : 'stop_messages.stopped', from)}
          </p>
          <Button kind="line" busy={isBusy && t('submitting')} onClick={() => void change(false)}>
            {t('stop_messages.resume')}
          </Button>
        </>
      )}
      <FormError text={error === undefined ? undefined : errorText(error, 'process')} className="mt-0" />
    </section>
  )
}
