// Every text exists in every language, with the same placeholders, and some screen asks for it. The compiler holds most
// of it; this holds the rest: a file that forgot its `satisfies`, a plural form, an empty text, a placeholder that
// differs, a text that nothing shows any more.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const WEB = path.join(ROOT, 'apps/web/src')
const LANGUAGES = ['en', 'sv']
/** Both languages have these two forms, and the page asks for both. */
const PLURALS = ['one', 'other']
const FILLED_IN = /\$\{[^}]*\}/g

/** What is wrong between one feature's texts: { en: {...}, sv: {...} }, nested objects of strings. */
export function compareTexts(name, texts) {
  const flat = Object.fromEntries(Object.entries(texts).map(([language, tree]) => [language, flatten(tree)]))
  const keys = [...new Set(Object.values(flat).flatMap((entries) => [...entries.keys()]))]
  return keys.flatMap((key) => compareKey(name, key, flat))
}

/** The texts that none of these sources names: as `'card.title'`, without its plural ending, or as `card.${part}`. */
export function findUnused(name, texts, sources) {
  const named = sources.flatMap((source) =>
    Array.from(source.matchAll(/(['"`])((?:[\w.]|\$\{[^}]*\})+)\1/g), ([, , literal]) => literal),
  )
  const plain = new Set(named)
  const patterns = named
    // Of nothing but what is filled in it is an address (`${origin}${path}`), and would match every text.
    .filter((literal) => literal.includes('${') && literal.replace(FILLED_IN, '') !== '')
    .map((literal) => new RegExp(`^${literal.replaceAll('.', '\\.').replace(FILLED_IN, '\\w+')}$`))
  return [...flatten(texts).keys()]
    .filter((key) => {
      const asked = key.replace(/_(one|other)$/, '')
      return ![key, asked].some((each) => plain.has(each) || patterns.some((pattern) => pattern.test(each)))
    })
    .map((key) => `${name}: ${key} is shown nowhere`)
}

function compareKey(name, key, flat) {
  const findings = []
  const wanted = placeholders(
    Object.values(flat)
      .find((entries) => entries.has(key))
      .get(key),
  )
  for (const [language, entries] of Object.entries(flat)) {
    const where = `${name}${language}: ${key}`
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

/**
 * Every text file by its name without the language, `features/events/` and `features/events/public-` both. An empty
 * object stands for a language whose file is missing.
 */
function listTexts(files) {
  const names = files.flatMap((file) => /^(.*\/(?:[a-z]+-)?)(?:en|sv)\.ts$/.exec(file)?.[1] ?? [])
  return [...new Set(names)].map((name) => {
    const read = LANGUAGES.map((language) => [language, path.join(WEB, `${name}${language}.ts`)])
    const texts = read.map(([language, file]) => [language, existsSync(file) ? readDefault(file) : {}])
    return { name, texts: Object.fromEntries(texts) }
  })
}

/** The product's sources that can name a text: what imports the texts, and what imports that. */
function readersOf(name, sources) {
  const importing = (file) =>
    [...sources.keys()].filter((from) => importsOf(from, sources.get(from)).includes(file))
  const hooks = importing(`${name}en.ts`)
  return [...hooks, ...hooks.flatMap(importing)].map((file) => sources.get(file))
}

function importsOf(file, source) {
  return Array.from(source.matchAll(/from '(\.[^']+)'/g), ([, to]) => path.join(path.dirname(file), to))
}

/** Node 20 cannot read TypeScript itself: tsx, the api's, does. */
function readDefault(file) {
  const tsx = createRequire(path.join(ROOT, 'apps/api/package.json'))('tsx/cjs/api')
  return tsx.require(file, import.meta.url).default
}

/** All that is wrong with the texts of the client, and how many pairs of files were read. */
export function checkTexts() {
  const files = readdirSync(WEB, { recursive: true }).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const sources = new Map(files.map((file) => [file, readFileSync(path.join(WEB, file), 'utf8')]))
  const all = listTexts(files)
  const findings = all.flatMap(({ name, texts }) => [
    ...compareTexts(name, texts),
    ...findUnused(name, texts.en, readersOf(name, sources)),
  ])
  return { findings, pairs: all.length }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { findings, pairs } = checkTexts()
  for (const finding of findings) console.log(finding)
  console.log(`${pairs} pairs of texts, ${findings.length} differences between ${LANGUAGES.join(' and ')}`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
