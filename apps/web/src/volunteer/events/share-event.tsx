import type { PublicEvent } from '@muster/contract/public-event'
import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import type { Opened } from './share-actions.ts'
import { usePublicText } from './texts.ts'

const COPIED_MS = 2_000

const SHARE = '#share'
const CODE = '#qr'

/** Shares the public link, because people would forward a personal one. Without scripts it is a plain link. */
export function ShareEvent({ event }: { event: PublicEvent }) {
  const t = usePublicText()
  const [isCopied, setCopied] = useState(false)
  const [opened, setOpened] = useState<Opened>()

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const open = async (hash: string) => {
    const { openShare } = await import('./share-actions.ts')
    const result = await openShare(event, hash === SHARE)
    if (typeof result === 'object') setOpened(result)
    if (result !== 'copied') return
    setCopied(true)
    announce(t('copied'))
  }

  const openTapped = useEffectEvent((hash: string) => {
    if (hash !== SHARE && hash !== CODE) return
    history.replaceState(history.state, '', `${location.pathname}${location.search}`)
    void open(hash)
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
      void open(hash)
    },
  })

  return (
    <div className="flex flex-wrap noscript:hidden">
      <a {...linkOf(SHARE)}>
        <Icon name={isCopied ? 'check' : 'share'} />
        {isCopied ? t('copied') : t('share')}
      </a>
      <a {...linkOf(CODE)}>{t('qr')}</a>
      {opened && <opened.QrCode address={opened.address} onClose={() => setOpened(undefined)} />}
    </div>
  )
}
