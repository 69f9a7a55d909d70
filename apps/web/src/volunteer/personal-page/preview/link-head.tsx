import type { LinkPage } from '@muster/contract/page-renderer'
import { locales } from '../../../i18n/language.ts'
import { useText } from './texts.ts'

/** Renders what chats show beside a link with a token: what it is and whose, nothing of its holder. */
export function LinkHead({ page, organization, language }: LinkPage) {
  const t = useText()
  const { title, text } = {
    confirmation: { title: t('confirmation', { organization }), text: t('confirmation_text') },
    waiting: { title: t('waiting', { organization }), text: t('waiting_text') },
    swap: { title: t('swap', { organization }), text: t('swap_text') },
    request: { title: t('request', { organization }), text: t('request_text') },
  }[page]
  return (
    <>
      <title>{`${title} · Muster`}</title>
      <meta name="description" content={text} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={organization} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:locale" content={locales[language].replace('-', '_')} />
      <meta name="twitter:card" content="summary" />
    </>
  )
}
