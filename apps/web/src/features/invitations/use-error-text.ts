import { ApiError, errorText } from '../../api/api-error.ts'
import { useWords } from '../../i18n/words.ts'
import { useText } from './texts.ts'

export function useErrorText(): (error: unknown, doing: 'load' | 'process') => string {
  const t = useText()
  const words = useWords()
  return (error, doing) => {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 403) return t('error', { text: t('errors.expired') })
    if (status === 404) return t('error', { text: t('errors.invalid') })
    const isOffline = status === 0 || error instanceof DOMException
    const own = t(`errors.${doing}`)
    return t('error', { text: errorText(error, isOffline ? `${own}. ${words('errors.network')}` : own) })
  }
}
