import type { Invitation } from '@muster/contract/personal-shift'
import { useRef, useState } from 'react'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { readFeed, renewFeed, sendFeed } from './api.ts'
import { useText } from './texts.ts'
import { useErrorText } from './use-error-text.ts'

const SUBSCRIBE_ID = 'calendar-subscribe'

type Doing = 'show' | 'renew' | 'send'

/** V2. Reads the address only on request, because it is a secret. That of all events goes to the mailbox (D63). */
export function CalendarFeed({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useText()
  const errorText = useErrorText()
  const focusNext = useFocusNext()
  const field = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState<string>()
  const [doing, setDoing] = useState<Doing>()
  const [done, setDone] = useState<'copied' | 'renewed' | 'sent'>()
  const [error, setError] = useState<unknown>()

  const get = async (what: Doing) => {
    if (doing) return
    setDoing(what)
    setError(undefined)
    setDone(undefined)
    try {
      if (what === 'send') {
        await sendFeed(token)
        setDone('sent')
      } else {
        const { feed_url } = await (what === 'show' ? readFeed : renewFeed)(token)
        setAddress(feed_url)
        if (what === 'show') focusNext(SUBSCRIBE_ID)
        else setDone('renewed')
      }
    } catch (failure) {
      setError(failure)
    }
    setDoing(undefined)
  }
  /** The clipboard does not exist on plain http; then the address is selected. */
  const copy = async (text: string) => {
    const { clipboard }: { clipboard?: Clipboard } = navigator
    const isCopied = await clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    if (isCopied) setDone('copied')
    else field.current?.focus()
  }

  return (
    <section className="mt-8 grid justify-items-start gap-3 border-t border-line pt-4 print:hidden">
      <h2>{t('feed.title')}</h2>
      <p className="text-ink-2">{t('feed.text', { event: invitation.shift.role.event.name })}</p>
      {address === undefined ? (
        <Button
          kind="line"
          size="tall"
          busy={doing !== undefined && t('submitting')}
          onClick={() => void get('show')}
        >
          {t('feed.show')}
        </Button>
      ) : (
        <>
          <a
            id={SUBSCRIBE_ID}
            href={address.replace(/^https?:/, 'webcal:')}
            className={buttonClass({ size: 'tall' })}
          >
            <Icon name="calendar" />
            {t('feed.subscribe')}
          </a>
          <div className="w-full">
            <TextField
              ref={field}
              label={t('feed.address')}
              hint={t('feed.address_hint')}
              readOnly
              value={address}
              onFocus={(focus) => focus.currentTarget.select()}
            />
          </div>
          <div className="flex flex-wrap gap-3">
            <Button kind="line" onClick={() => void copy(address)}>
              {t('feed.copy')}
            </Button>
            <Button
              kind="quiet"
              busy={doing !== undefined && t('submitting')}
              onClick={() => void get('renew')}
            >
              {t('feed.renew')}
            </Button>
          </div>
          <p className="text-hint text-ink-3">{t('feed.secret')}</p>
        </>
      )}
      {invitation.has_email && !invitation.email_blocked && (
        <Button
          kind="quiet"
          className="-ml-3 text-left"
          aria-disabled={doing !== undefined}
          onClick={() => void get('send')}
        >
          {t('feed.send')}
        </Button>
      )}
      <output className="font-semibold text-primary empty:hidden">{done && t(`feed.${done}`)}</output>
      <FormError text={error === undefined ? undefined : errorText(error, 'process')} className="mt-0" />
    </section>
  )
}
