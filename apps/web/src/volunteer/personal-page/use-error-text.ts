import { ApiError, errorText } from '../../api/api-error.ts'
import { useText } from './texts.ts'

export function useErrorText(): (error: unknown, doing: 'load' | 'process') => string {
  const t = useText()
  return (error, doing) => {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 403) return t('error', { text: t('errors.expired') })
    if (status === 404) return t('error', { text: t('errors.invalid') })
    return t('error', { text: errorText(error, t(`errors.${doing}`)) })
  }
}
