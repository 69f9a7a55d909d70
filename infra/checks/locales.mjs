// Finds what the compiler does not: a missing `satisfies` or plural form, an empty text, placeholders that differ, a
// text that no source uses, two namespaces of one name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const PACKAGES = ['packages/contract/src', 'apps/api/src', 'apps/web/src']
const LANGUAGES = ['en', 'sv']
const PLURALS = ['one', 'other']
const FILLED_IN = /\$\{[^}]*\}/g

/** Compares `texts`, { en: {...}, sv: {...} }, nested objects of strings. */
export function compareTexts(name, texts) {
  const flat = Object.fromEntries(Object.entries(texts).map(([language, tree]) => [language, flatten(tree)]))
  const keys = [...new Set(Object.values(flat).flatMap((entries) => [...entries.keys()]))]
  return keys.flatMap((key) => compareKey(name, key, flat))
}

/** Finds unused texts. Sources name a text as `'card.title'`, without its plural ending, or as `card.${part}`. */
export function findUnused(name, texts, sources) {
  const named = sources.flatMap((source) =>
    Array.from(source.matchAll(/(['"`])((?:[\w.]|\$\{[^}]*\})+)\1/g), ([, , literal]) => literal),
  )
  const plain = new Set(named)
  const patterns = named
    // A literal of placeholders alone (`${origin}${path}`) would match every key.
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

/** Returns the placeholders sorted, as their order may differ. The count may be written as a word ("one"). */
function placeholders(text) {
  return [...new Set(Array.from(String(text).matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name))]
    .filter((name) => name !== 'count')
    .toSorted()
    .join(', ')
}

export function findDoubleNamespaces(sources) {
  const added = sources.flatMap((source) =>
    Array.from(
      source.matchAll(/^(?:export )?const \w+ = (?:addNamespace|defineTexts)\('([^']+)'/gm),
      ([, namespace]) => namespace,
    ),
  )
  return added
    .filter((namespace, index) => added.indexOf(namespace) !== index)
    .map((namespace) => `the namespace ${namespace} is added twice`)
}

/** Returns the texts by path without the language (`volunteer/terms/privacy-`). A missing file is empty. */
function listTexts(files) {
  const names = files.flatMap((file) => /^(.*\/(?:[a-z]+-)?)(?:en|sv)\.ts$/.exec(file)?.[1] ?? [])
  return [...new Set(names)].map((name) => {
    const read = LANGUAGES.map((language) => [language, path.join(ROOT, `${name}${language}.ts`)])
    const texts = read.map(([language, file]) => [language, existsSync(file) ? readDefault(file) : {}])
    return { name, file: `${name}en.ts`, texts: Object.fromEntries(texts) }
  })
}

/** Returns the texts of the files `texts.ts`, which have one object for each language. */
function listTextsOfFolders(sources) {
  return [...sources].flatMap(([file, source]) => {
    if (path.basename(file) !== 'texts.ts') return []
    const objects = source.matchAll(/^(?:export )?const (en|sv) = (\{\n.*?\n\})/gms)
    const texts = Array.from(objects, ([, language, literal]) => [language, runInNewContext(`(${literal})`)])
    return texts.length > 0
      ? [{ name: `${path.dirname(file)}/`, file, texts: Object.fromEntries(texts) }]
      : []
  })
}

/** Returns the sources that import the texts, and those that import them in turn. */
function readersOf(texts, sources) {
  const importing = (file) =>
    [...sources.keys()].filter((from) => importsOf(from, sources.get(from)).includes(file))
  const direct = importing(texts)
  return [...direct, ...direct.flatMap(importing)].map((file) => sources.get(file))
}

function importsOf(file, source) {
  return Array.from(source.matchAll(/from '(\.[^']+|@muster\/contract\/[^']+)'/g), ([, to]) =>
    to.startsWith('.')
      ? path.join(path.dirname(file), to)
      : `${to.replace('@muster/contract', 'packages/contract/src')}.ts`,
  )
}

/** Reads the file by the API's tsx, because Node 20 cannot read TypeScript. */
function readDefault(file) {
  const tsx = createRequire(path.join(ROOT, 'apps/api/package.json'))('tsx/cjs/api')
  return tsx.require(file, import.meta.url).default
}

/** Returns texts without their own files: `addNamespace('email', { en: …, sv: … })`, if given as literals. */
export function listInlineTexts(source) {
  const calls = source.matchAll(
    /^(?:export )?const \w+ = (?:addNamespace|defineTexts)\('([^']+)', (\{\n.*?\n\})\)/gms,
  )
  return Array.from(calls, ([, name, literal]) => ({
    name: `${name} `,
    texts: runInNewContext(`(${literal})`),
  }))
}

export function checkTexts() {
  const files = PACKAGES.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => path.join(folder, file)),
  )
  const sources = new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]))
  const pairs = [...listTexts(files), ...listTextsOfFolders(sources)]
  // Inline texts are in the source that uses them.
  const inline = [...sources.values()].flatMap(listInlineTexts)
  const findings = [
    ...[...pairs, ...inline].flatMap(({ name, texts }) => compareTexts(name, texts)),
    ...pairs.flatMap(({ name, file, texts }) => findUnused(name, texts.en, readersOf(file, sources))),
  ]
  const doubles = PACKAGES.flatMap((folder) =>
    findDoubleNamespaces(files.filter((file) => file.startsWith(folder)).map((file) => sources.get(file))),
  )
  return { findings: [...findings, ...doubles], namespaces: pairs.length + inline.length }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { findings, namespaces } = checkTexts()
  for (const finding of findings) console.log(finding)
  console.log(`${namespaces} namespaces, ${findings.length} differences between ${LANGUAGES.join(' and ')}`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
