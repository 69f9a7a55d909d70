import { useWords } from '../../i18n/words.ts'

/** A rule of a form field: too long a text is an error. The input's own `maxLength` would cut it without telling. */
export function useMaxLength(): (value: number) => { value: number; message: string } {
  const t = useWords()
  return (value) => ({ value, message: t('at_most', { count: value }) })
}
