// Every text exists in every language, with the same placeholders. The compiler holds most of it; this holds the rest:
// a file that forgot its `satisfies`, a plural form, an empty text, a placeholder that differs.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const WEB = path.join(ROOT, 'apps/web/src')
const LANGUAGES = ['en', 'sv']
/** Both languages have these two forms, and the page asks for both. */
const PLURALS = ['one', 'other']

/** What is wrong between the texts of one folder: { en: {...}, sv: {...} }, nested objects of strings. */
export function compareTexts(folder, texts) {
  const flat = Object.fromEntries(Object.entries(texts).map(([language, tree]) => [language, flatten(tree)]))
  const keys = [...new Set(Object.values(flat).flatMap((entries) => [...entries.keys()]))]
  return keys.flatMap((key) => compareKey(folder, key, flat))
}

function compareKey(folder, key, flat) {
  const findings = []
  const wanted = placeholders(
    Object.values(flat)
      .find((entries) => entries.has(key))
      .get(key),
  )
  for (const [language, entries] of Object.entries(flat)) {
    const where = `${folder}/${language}: ${key}`
    const text = entries.get(key)
    if (text === undefined) findings.push(`${where} is missing`)
    else if (typeof text !== 'string' || text.trim() === '') findings.push(`${where} is not a text`)
    else if (placeholders(text) !== wanted)
      findings.push(`${where} fills in {${placeholders(text)}}, elsewhere {${wanted}}`)
    const [, base, form] = /^(.+)_(one|other)$/.exec(key) ?? []
    const other = PLURALS.find((each) => each !== form)
    if (form && !entries.has(`${base}_${other}`)) findings.push(`${where} has no form _${other}`)
  }
  return findings
}

function flatten(tree, prefix = '') {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      value !== null && typeof value === 'object'
        ? [...flatten(value, `${prefix}${key}.`)]
        : [[prefix + key, value]],
    ),
  )
}

/** The names filled in, sorted: languages order them as they like. The count itself may be written as a word ("one"). */
function placeholders(text) {
  return [...new Set(Array.from(String(text).matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name))]
    .filter((name) => name !== 'count')
    .toSorted()
    .join(', ')
}

/** The texts of a folder by language; undefined if it has none, empty for a language whose file is missing. */
function readTexts(folder) {
  const files = LANGUAGES.map((language) => [language, path.join(WEB, folder, `${language}.ts`)])
  if (!files.some(([, file]) => existsSync(file))) return undefined
  return Object.fromEntries(
    files.map(([language, file]) => [language, existsSync(file) ? readDefault(file) : {}]),
  )
}

/** Node 20 cannot read TypeScript itself: tsx, the api's, does. */
function readDefault(file) {
  const tsx = createRequire(path.join(ROOT, 'apps/api/package.json'))('tsx/cjs/api')
  return tsx.require(file, import.meta.url).default
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readdirSync(WEB, { recursive: true }).filter((file) => /(^|\/)(en|sv)\.ts$/.test(file))
  const folders = [...new Set(files.map((file) => path.dirname(file)))]
  const withTexts = folders.map((folder) => [folder, readTexts(folder)]).filter(([, texts]) => texts)
  const findings = withTexts.flatMap(([folder, texts]) => compareTexts(folder, texts))
  for (const finding of findings) console.log(finding)
  console.log(
    `${withTexts.length} folders of texts, ${findings.length} differences between ${LANGUAGES.join(' and ')}`,
  )
  process.exitCode = findings.length > 0 ? 1 : 0
}
