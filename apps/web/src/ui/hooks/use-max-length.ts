import { useWords } from '../../i18n/words.ts'

/** Reports an error. The input's own `maxLength` would cut the text silently. */
export function useMaxLength(): (value: number) => { value: number; message: string } {
  const t = useWords()
  return (value) => ({ value, message: t('at_most', { count: value }) })
}
