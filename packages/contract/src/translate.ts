import { createInstance } from 'i18next'
import type { Language } from './language.ts'

/** Texts of a namespace: keys in at most one level of groups, `{{name}}` for a value, `_one`, `_other` for plural. */
export type Texts = { readonly [key: string]: string | { readonly [key: string]: string } }

/** Texts with the same keys in another language: `export default { … } satisfies Translation<typeof en>`. */
export type Translation<En extends Texts> = {
  readonly [Key in keyof En]: En[Key] extends string ? string : { readonly [Inner in keyof En[Key]]: string }
}

/** Function `t('card.title')`, `t('spots_left', { count })`. A missing key or value does not compile. */
export type Translate<En> = <Key extends TextKey<En>>(key: Key, ...values: ValuesOf<En, Key>) => string

const i18n = createInstance()
// Callers escape the values: React in pages, `html` in e-mails.
void i18n.init({ resources: {}, lng: 'en', fallbackLng: false, interpolation: { escapeValue: false } })

/** Use it as `addNamespace('people', { en, sv })[language]('title')`. */
export function addNamespace<const En extends Texts>(
  namespace: string,
  { en, sv }: { en: En; sv: Translation<En> },
): Readonly<Record<Language, Translate<En>>> {
  i18n.addResourceBundle('en', namespace, en)
  i18n.addResourceBundle('sv', namespace, sv)
  return { en: buildTranslate('en', namespace), sv: buildTranslate('sv', namespace) }
}

/** Text of a value that a newer server knows, such as a status of a message. */
const UNKNOWN = { en: 'Unknown', sv: 'Okänt' }

function buildTranslate<En>(language: Language, namespace: string): Translate<En>
function buildTranslate(language: Language, namespace: string) {
  const number = new Intl.NumberFormat(language)
  return (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const { count } = values
    const formatted = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? number.format(value) : value,
    ])
    // `getFixedT` would copy all options in every call, 15 µs instead of 5. In `replace` no value can be an option.
    return i18n.t(key, {
      defaultValue: UNKNOWN[language],
      lng: language,
      ns: namespace,
      ...(typeof count === 'number' && { count }),
      replace: Object.fromEntries(formatted),
    })
  }
}

type Entry<En> = {
  [Key in keyof En & string]: En[Key] extends string
    ? Leaf<Key, En[Key]>
    : { [Inner in keyof En[Key] & string]: Leaf<`${Key}.${Inner}`, En[Key][Inner]> }[keyof En[Key] & string]
}[keyof En & string]

type Leaf<Key extends string, Text> = {
  key: WithoutPlural<Key>
  placeholder: Placeholder<Text> | (Key extends WithoutPlural<Key> ? never : 'count')
}

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
