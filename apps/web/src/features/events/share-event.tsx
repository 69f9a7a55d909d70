import type { PublicEvent } from '@muster/contract/events'
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

/**
 * The public link, to be handed on: people forward what they have before them, and it must not be a personal link. Taps
 * before the scripts are there are not lost: they follow the links, and the address says what was tapped.
 */
export function ShareEvent({ event }: { event: PublicEvent }) {
  const t = usePublicText()
  const [isCopied, setCopied] = useState(false)
  const [opened, setOpened] = useState<{ QrCode: QrCode; address: string }>()

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  /** Also where nothing can be shared or copied: the dialog shows the address itself. */
  const showCode = async () => {
    const { QrCode } = await import('./qr-code.tsx')
    setOpened({ QrCode, address: addressOf(event) })
  }
  const share = async () => {
    const how = await shareAddress(event)
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
    <div className="-ml-3 mt-2 flex flex-wrap noscript:hidden print:hidden">
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

/** By the system's own sheet where there is one, else into the clipboard; neither is there on plain http. */
async function shareAddress(event: PublicEvent): Promise<'shared' | 'copied' | 'none'> {
  const url = addressOf(event)
  const { clipboard }: { clipboard?: Clipboard } = navigator
  try {
    if ('share' in navigator) {
      await navigator.share({ title: event.name, url })
      return 'shared'
    }
    if (!clipboard) return 'none'
    await clipboard.writeText(url)
    return 'copied'
  } catch (error) {
    // Who closes the sheet again has shared nothing, and wants nothing else.
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'none'
  }
}
