import type { PublicEvent } from '@muster/contract/public-event'
import { type ComponentType, type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { usePublicText } from './public/texts.ts'

const COPIED_MS = 2_000

type QrCode = ComponentType<{ address: string; onClose: () => void }>

const SHARE = '#share'
const CODE = '#qr'

/** Shares the public link, because people would forward a personal one. Without scripts it is a plain link. */
export function ShareEvent({ event }: { event: PublicEvent }) {
  const t = usePublicText()
  const [isCopied, setCopied] = useState(false)
  const [opened, setOpened] = useState<{ QrCode: QrCode; address: string }>()

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const showCode = async () => {
    const { QrCode } = await import('./qr-code.tsx')
    setOpened({ QrCode, address: addressOf(event) })
  }
  const share = async () => {
    const { shareAddress } = await import('./share-address.ts')
    const how = await shareAddress({ title: event.name, url: addressOf(event) })
    if (how === 'none') await showCode()
    if (how !== 'copied') return
    setCopied(true)
    announce(t('copied'))
  }

  const openTapped = useEffectEvent((hash: string) => {
    if (hash !== SHARE && hash !== CODE) return
    history.replaceState(history.state, '', `${location.pathname}${location.search}`)
    void (hash === SHARE ? share() : showCode())
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
      void (hash === SHARE ? share() : showCode())
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

function addressOf({ id }: PublicEvent): string {
  return new URL(paths.publicEvent(id), location.origin).href
}
