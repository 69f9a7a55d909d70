import type { PublicEvent } from '@muster/contract/public-event'
import { type MouseEvent, useEffect, useEffectEvent } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { usePublicText } from './texts.ts'
import { useShare } from './use-share.tsx'

const SHARE = '#share'
const CODE = '#qr'

/** Without scripts it is a plain link. */
export function ShareEvent({ event }: { event: PublicEvent }) {
  const t = usePublicText()
  const { share, isCopied, code } = useShare(event, t('copied'))

  const openTapped = useEffectEvent((hash: string) => {
    if (hash !== SHARE && hash !== CODE) return
    history.replaceState(history.state, '', `${location.pathname}${location.search}`)
    void share(hash === SHARE)
  })
  useEffect(() => {
    const timer = setTimeout(() => openTapped(location.hash))
    return () => clearTimeout(timer)
  }, [])
  const linkOf = (hash: string) => ({
    href: hash,
    className: buttonClass({ kind: 'quiet' }),
    onClick: (press: MouseEvent) => {
      press.preventDefault()
      void share(hash === SHARE)
    },
  })

  return (
    <div className="flex flex-wrap noscript:hidden">
      <a {...linkOf(SHARE)}>
        <Icon name={isCopied ? 'check' : 'share'} />
        {isCopied ? t('copied') : t('share')}
      </a>
      <a {...linkOf(CODE)}>{t('qr')}</a>
      {code}
    </div>
  )
}
