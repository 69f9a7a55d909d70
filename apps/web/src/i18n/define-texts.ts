import { type Language, locales, useLanguage } from './language.ts'

/** A feature's words: keys, grouped once at most, `{{name}}` for what is filled in, `_one` and `_other` for counts. */
export type Texts = { readonly [key: string]: string | { readonly [key: string]: string } }

/** The same keys in other words: `export default { … } satisfies Translation<typeof en>`. */
export type Translation<En extends Texts> = {
  readonly [Key in keyof En]: En[Key] extends string ? string : { readonly [Inner in keyof En[Key]]: string }
}

/** `t('card.title')`, `t('spots_left', { count })`: a missing key or value does not compile. */
export type Translate<En> = <Key extends TextKey<En>>(key: Key, ...values: ValuesOf<En, Key>) => string

/**
 * The hook that gives a feature its words in the language of the page:
 * `export const useText = defineTexts({ en, sv })`, then `const t = useText()`.
 */
export function defineTexts<const En extends Texts>(texts: {
  en: En
  sv: Translation<En>
}): () => Translate<En> {
  const translates = {
    en: buildTranslate<En>(texts.en, 'en'),
    sv: buildTranslate<En>(texts.sv, 'sv'),
  }
  return function useText() {
    return translates[useLanguage()]
  }
}

/** The translate function of one language, outside of React. */
export function buildTranslate<En extends Texts>(texts: Texts, language: Language): Translate<En>
export function buildTranslate(texts: Texts, language: Language) {
  const plural = new Intl.PluralRules(locales[language])
  const number = new Intl.NumberFormat(locales[language])
  return (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const { count } = values
    const text =
      findText(texts, key) ??
      (typeof count === 'number' ? findText(texts, `${key}_${plural.select(count)}`) : undefined)
    if (text === undefined) throw new Error(`No text for ${key} in ${language}`)
    return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      const value = values[name] ?? placeholder
      return typeof value === 'number' ? number.format(value) : value
    })
  }
}

function findText(texts: Texts, path: string): string | undefined {
  const [key = '', inner = ''] = path.split('.')
  const found = texts[key]
  return typeof found === 'object' ? found[inner] : found
}

/** Every text, with its dotted key (the plural ending cut off) and the placeholders it needs. Two levels deep. */
type Entry<En> = {
  [Key in keyof En & string]: En[Key] extends string
    ? Leaf<Key, En[Key]>
    : { [Inner in keyof En[Key] & string]: Leaf<`${Key}.${Inner}`, En[Key][Inner]> }[keyof En[Key] & string]
}[keyof En & string]

type Leaf<Key extends string, Text> = { key: WithoutPlural<Key>; placeholder: Placeholder<Text> }

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

type Placeholder<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

type TextKey<En> = Entry<En> extends { key: infer Key extends string } ? Key : never

type ValuesOf<En, Key> = Values<Extract<Entry<En>, { key: Key }>>

type Values<Found> = [Found] extends [{ placeholder: infer Name extends string }]
  ? [Name] extends [never]
    ? []
    : [values: { readonly [Each in Name]: Each extends 'count' ? number : string | number }]
  : []
