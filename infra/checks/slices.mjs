// Checks the rules of docs/architecture.md that .oxlintrc.json cannot express. Reads text, not types.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Features that each feature may import. The lists contain no circle and may only shrink. */
export const FEATURE_IMPORTS = {
  api: {
    answers: [],
    signup: ['events', 'assignments', 'answers'],
    'personal-page': ['assignments', 'messages', 'waiting-list', 'people', 'hours', 'answers'], // an answer is checked like an administrator's change; pages of links; own details; worked shifts of a certificate; answers to questions
    requests: ['signup', 'assignments', 'answers'], // approving is a sign-up
    correction: ['signup', 'answers', 'assignments', 'people', 'waiting-list'], // corrects a sign-up with its answers; an address changes as by an administrator; what else the person has
    swap: ['personal-page', 'signup', 'assignments'], // made on the personal page; taken as by a sign-up
    session: ['organizations'],
    factors: ['session'], // a second factor raises a session's level
    organizations: [],
    'api-keys': ['events', 'session', 'assignments'], // keys of one event; names of creators; links that a key could read
    members: ['session', 'api-keys', 'messages', 'assignments'], // accepting with a new account; keys end with their owner's role; pages of links; links that a member could read
    log: ['session'], // names of actors
    events: ['shifts', 'assignments'], // a new time zone moves the shifts
    shifts: ['assignments'],
    people: ['assignments', 'waiting-list', 'tags', 'shifts', 'requests', 'answers'], // links; a person's tags, places in line, shifts, requests and answers
    tags: [],
    imports: ['people', 'tags'], // saves many people with their tags
    duplicates: ['people', 'assignments', 'waiting-list', 'tags', 'answers'], // a merge moves the rows of each
    deletions: [],
    hours: [],
    'waiting-list': ['signup', 'assignments'], // people and checks of a sign-up; taking an offer
    assignments: [],
    fill: ['assignments', 'tags'], // who is asked is assigned; tags speak for people
    'saved-texts': [],
    batches: ['events', 'shifts', 'assignments', 'waiting-list'], // an undo restores the rows of each
    broadcasts: ['assignments', 'events', 'session', 'tags'], // a message with a link counts as an invitation; locks the event; names of senders; people by tag
    messages: [],
  },
  volunteer: {
    answers: [],
    signup: ['events', 'terms', 'answers'],
    swap: ['signup'], // who takes the place fills in the same form
    'personal-page': ['events', 'answers'], // questions to who is on a shift; the personal page kept on the device, which the event page links to
  },
  desk: {
    broadcasts: ['saved-texts', 'shifts', 'people', 'tags'], // texts to use again; shifts and tags to choose; a person's address to correct
    'saved-texts': [],
    events: ['organizations', 'templates', 'tags'], // a new event begins in the organisation's zone, and with a template; a role needs a tag
    templates: [],
    'event-page': ['events', 'shifts', 'assignments', 'dashboard', 'broadcasts', 'organizations', 'requests'], // what it has beside the list of shifts
    shifts: ['events'],
    'person-page': ['people', 'assignments', 'events', 'messages', 'shifts', 'tags', 'log'], // all about one person
    assignments: ['shifts', 'people', 'waiting-list', 'requests'], // people to add, and their other shifts; who asks for a place on the shift
    fill: ['shifts', 'assignments'], // rows of the list, deadlines
    dashboard: ['events', 'shifts', 'assignments', 'people', 'messages', 'fill', 'requests'], // who is found, and a message to them; a card on a row; what is left to do
    requests: ['shifts', 'people'], // the shifts they are about, and contact details
    hours: ['events', 'organizations', 'tags'], // events, roles and tags to choose; the organisation's clock
    reports: ['events', 'organizations'], // the schedule of an event or of the organisation
    people: ['messages', 'organizations', 'events', 'shifts', 'tags', 'duplicates'], // pairs that may be one person; a row opens its messages; the organisation's country reads numbers; who is in an event, and is asked for its shifts; a person's tags
    tags: [],
    duplicates: [],
    messages: [],
    organizations: [],
    'waiting-list': ['shifts', 'people', 'organizations'], // the shift's line with phone numbers; whether the organisation is paused
    'api-keys': ['events', 'organizations', 'assignments'], // a key of one event; dates in the organisation's zone; links that a key could read
    members: ['events', 'organizations', 'session', 'assignments'], // roles to lead; the organisation's zone; the signed-in member; links that a member could read
    log: ['members', 'api-keys'], // names of actors
    palette: ['events', 'people', 'shifts', 'organizations'], // what it finds, and the role of the member
    session: [],
    factors: ['session', 'organizations'], // finishing a sign-in; organisations that require a second factor
  },
}

/** Features that may write each table. A second one needs a reason. */
const TABLE_WRITERS = {
  app_user: ['session', 'organizations'], // the second remembers the last active one
  session: ['session'],
  refresh_token: ['session'],
  one_time_token: ['session'],
  flow_state: ['session'],
  mfa_factor: ['factors', 'session'], // the second removes what was added by another than the owner, with a new password
  mfa_challenge: ['factors'],
  recovery_code: ['factors', 'session'],
  webauthn_credential: ['factors', 'session'],
  organization: ['organizations', 'assignments'], // the second replaces all links
  organization_logo: ['organizations'],
  // `events` stores the event that was viewed last, `outbox` until when news was told.
  membership: ['organizations', 'members', 'events', 'outbox'],
  member_lead: ['members'],
  member_invitation: ['members', 'organizations'], // the second withdraws those of an organisation that ends
  audit_log: ['log'], // db/record-action inserts; the feature deletes old entries
  api_key: ['api-keys'],
  // A visitor who signs up becomes a person; a personal link switches reminders; new links end the calendar feed.
  person: ['people', 'signup', 'personal-page', 'assignments', 'tags'], // the last counts a new tag as a change
  deletion: ['deletions'], // the feature deletes old ones; triggers write
  tag: ['tags'],
  person_import: ['imports'],
  imported_person: ['imports', 'people'], // the second erases
  person_tag: ['tags'],
  event: ['events'],
  answer: ['answers'],
  role: ['events'],
  shift: ['shifts', 'outbox', 'assignments'], // the second clears when a reminder is due; the third raises the places for a person (D20)
  assignment: ['assignments'],
  waiting: ['waiting-list'],
  request: ['signup', 'requests'], // and db/record-batch
  opening_mail: ['signup', 'outbox'], // the second sends, and erases with a person
  email_change: ['people', 'assignments'], // new links close what was asked for through the old ones
  account_message: ['outbox'],
  message: ['outbox', 'messages'], // the second writes what arrives
  suppression: ['outbox', 'messages'], // STOP by SMS
  mail_quota: ['outbox'],
  mail_block: ['outbox'],
  sms_thread: ['providers'],
  ended_thread: ['providers'], // and db/delete-organization
  webhook_event: ['outbox'],
  daily_cap: ['outbox'],
  sending_total: ['outbox'],
  worker_heartbeat: ['outbox'],
  broadcast: ['broadcasts'],
  saved_text: ['saved-texts'],
  batch: ['batches'], // and db/record-batch
  merge: ['duplicates'], // and db/merged-link, which forgets
  merged_link: ['duplicates'],
  told_apart: ['duplicates'],
  idempotency_key: [], // access/idempotency, no feature
  rate_limit: [], // access/rate-limit, no feature
  scheduled_job: [], // db/nightly-job and db/maintenance
}

const WITHOUT_WEB = ['batches', 'correction', 'deletions', 'imports'] // undone by the pages of what was done; a part of the page after a sign-up; for copies of the lists; a page of people
const WITHOUT_CONTRACT = [
  'dashboard',
  'event-page',
  'palette',
  'person-page',
  'reports',
  'templates',
  'terms',
]
const WITHOUT_API = ['dashboard', 'event-page', 'palette', 'person-page', 'reports', 'templates', 'terms'] // use the calls of other features, or none

const CONTRACT_SHARED = [
  'questions',
  'contract',
  'endpoint',
  'public-routes',
  'routes',
  'fields',
  'known-fields',
  'language',
  'translate',
  'texts',
  'issues',
  'errors',
  'live',
  'terms',
  'refusals',
  'pages',
  'palette',
  'page-renderer',
  // These are parts of long features.
  'auth-user',
  'broadcast-form',
  'person-details',
  'personal-shift',
  'public-event',
  'send-invitations',
  // Protocols of other makers' clients, which live in apps/api/src/protocols.
  'auth-service',
  'direct',
]
/** Files of the contract that the web may load at run time. It may import types from all. */
const CONTRACT_IN_WEB =
  /^(public-routes|routes|answers(-of-volunteers)?\.json|pages|language|live|terms|translate|rules\/(?!valid-phone$)[a-z-]+)$/
const CONTRACT_PACKAGES = ['zod', 'zod/mini', '@ts-rest/core', 'i18next']
const RULE_PACKAGES = {
  'phone.ts': ['libphonenumber-js/core'],
  'valid-phone.ts': ['libphonenumber-js/max'],
  'mobile-phone.ts': ['libphonenumber-js/mobile'],
}

const FORBIDDEN_NAMES = /^(utils?|helpers?|common|misc|services?|repositor(y|ies)|managers?)$/
/** The specification's own name of the endpoints under /auth/v1. */
const ALLOWED_NAME = /^auth-service\b/
const READS_CLOCK = ['apps/api/src/deps.ts', 'apps/web/src/clock.ts']
/** Files that may import ts-rest's Fastify adapter: the one that mounts it, and the error handler for its class. */
const IMPORTS_TS_REST_FASTIFY = ['apps/api/src/edge/mount.ts', 'apps/api/src/edge/error-handler.ts']

export function findBreaches(files, featureImports = FEATURE_IMPORTS) {
  const sources = [...files].filter(([file]) => /\.tsx?$/.test(file) && !isTest(file))
  return [
    ...[...files.keys()].flatMap(checkName),
    ...sources.flatMap(([file, text]) => checkImports(file, text, featureImports)),
    ...sources.flatMap(([file, text]) => checkClock(file, text)),
    ...sources.flatMap(([file, text]) => checkWrites(file, text)),
    ...checkWebClosure(files),
    ...checkSameNames([...files.keys()]),
    ...Object.entries(featureImports).flatMap(([side, allowed]) => checkCircles(side, allowed)),
  ]
}

function checkName(file) {
  const breaches = file.split('/').flatMap((part) => {
    if (ALLOWED_NAME.test(part)) return []
    const word = part.split(/[-.]/).find((each) => FORBIDDEN_NAMES.test(each))
    return word ? `${file}: "${word}" says nothing; name the file for what it does` : []
  })
  return /\/index\.\w+$/.test(file) ? [...breaches, `${file}: index files hide where things are`] : breaches
}

function checkImports(file, text, featureImports) {
  const { side, inside } = locate(file)
  return listImports(text).flatMap(({ from, isType }) => {
    const target = from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from
    const to = from.startsWith('.') ? locate(target) : undefined
    if (to && to.side !== side) return `${file}: imports ${target}, which is of another package`
    if (to) return checkFeature(file, { side, inside, to, featureImports })
    return side === 'contract'
      ? checkContractPackage(file, inside, { from, isType })
      : checkPackageImport(file, side, { from, isType })
  })
}

function checkContractPackage(file, inside, { from, isType }) {
  const isRule = inside.startsWith('rules/')
  const allowed = isRule ? (RULE_PACKAGES[path.posix.basename(file)] ?? []) : CONTRACT_PACKAGES
  return isType || allowed.includes(from) ? [] : `${file}: the contract does not know ${from}`
}

function checkPackageImport(file, side, { from, isType }) {
  if (from.startsWith('@ts-rest/fastify') && !IMPORTS_TS_REST_FASTIFY.includes(file))
    return `${file}: @ts-rest/fastify is imported only by ${IMPORTS_TS_REST_FASTIFY.join(' and ')}`
  if (/^@muster\/(api|web)/.test(from))
    return `${file}: imports ${from}; the two apps share the contract alone`
  const ofContract = /^@muster\/contract\/(.+)$/.exec(from)?.[1]
  if (side === 'web' && ofContract && !isType && !CONTRACT_IN_WEB.test(ofContract))
    return `${file}: loads ${from} when it runs; the web takes it as a type only`
  if (file.endsWith('/routes.ts') && side === 'api' && /^(drizzle-orm|pg)\b/.test(from))
    return `${file}: routes know no SQL; ${from} belongs into queries.ts`
  return []
}

function checkFeature(file, { side, inside, to, featureImports }) {
  const [from, target] = [featureOf(inside), featureOf(to.inside)]
  if (!from || !target || from === target) return []
  // .oxlintrc.json keeps the halves of the web apart.
  if (featureImports[side === 'web' ? halfOf(inside) : side]?.[from]?.includes(target)) return []
  return [`${file}: the feature ${from} may not import ${target} (the list is in infra/checks/slices.mjs)`]
}

function checkClock(file, text) {
  const code = withoutComments(text)
  const readsClock = /\bnew Date\(\s*\)|\bDate\.now\(|\bDate\(\)|\bTemporal\.Now\b/.test(code)
  return readsClock && !READS_CLOCK.includes(file)
    ? [`${file}: the time is an argument (now), not read from the clock`]
    : []
}

function checkWrites(file, text) {
  const { side, inside } = locate(file)
  const writer = side === 'api' && (featureOf(inside) ?? layerOf(inside))
  if (!writer) return []
  return listWrittenTables(text).flatMap((table) => {
    const writers = TABLE_WRITERS[table]
    if (!writers) return `${file}: writes ${table}, which has no owner in infra/checks/slices.mjs`
    return writers.includes(writer)
      ? []
      : `${file}: ${writer} may not write ${table} (${writers.join(', ')} may)`
  })
}

/** Checks that the files of the contract that the web loads do not import the whole of zod or ts-rest. */
function checkWebClosure(files) {
  const breaches = []
  const seen = new Set()
  const visit = (file) => {
    if (seen.has(file) || !files.has(file)) return
    seen.add(file)
    for (const { from, isType } of listImports(files.get(file))) {
      if (isType) continue
      if (from === 'zod' || from === '@ts-rest/core')
        breaches.push(`${file}: is loaded by the web, so it may not load ${from}`)
      if (from.startsWith('.')) visit(path.posix.join(path.posix.dirname(file), from))
    }
  }
  for (const file of files.keys()) {
    const name = /^packages\/contract\/src\/(.+)\.ts$/.exec(file)?.[1]
    if (name && CONTRACT_IN_WEB.test(name)) visit(file)
  }
  return breaches
}

function checkSameNames(files) {
  const contract = namesIn(files, /^packages\/contract\/src\/([a-z-]+)\.ts$/).filter(
    (name) => !CONTRACT_SHARED.includes(name),
  )
  const api = namesIn(files, /^apps\/api\/src\/features\/([^/]+)\//)
  const web = namesIn(files, /^apps\/web\/src\/(?:volunteer|desk)\/([^/]+)\//)
  const all = new Set([...contract, ...api, ...web])
  const missing = (side, present, without = []) =>
    [...all]
      .filter((name) => !present.includes(name) && !without.includes(name))
      .map((name) => `${name}: missing ${side}`)
  return [
    ...missing('in packages/contract/src', contract, WITHOUT_CONTRACT),
    ...missing('in apps/api/src/features', api, WITHOUT_API),
    ...missing('in apps/web/src', web, WITHOUT_WEB),
  ]
}

function checkCircles(side, allowed) {
  const reaches = (from, goal, seen = new Set()) =>
    (allowed[from] ?? []).some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    )
  return Object.keys(allowed)
    .filter((feature) => reaches(feature, feature))
    .map((feature) => `infra/checks/slices.mjs: ${side}/${feature} imports itself in a circle`)
}

/** Lists imports and re-exports. Inline types (`{ type A }`) still load the file, so they are no type import. */
export function listImports(text) {
  const code = withoutComments(text)
  const statements = code.matchAll(
    /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w$*\s{},]+?\s+from\s+)?['"]([^'"]+)['"]/gm,
  )
  const dynamic = code.matchAll(/(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)
  return [...statements, ...dynamic].map(([, type, from]) => ({ from, isType: Boolean(type) }))
}

/** Lists the tables written by Drizzle (`insert(dailyCap)`) or in SQL, by their names in the database. */
function listWrittenTables(text) {
  const code = withoutComments(text)
  const drizzle = code.matchAll(/\b(?:tx|db)\w*\s*\.(?:insert|update|delete)\(\s*(?:schema\.)?(\w+)\s*\)/g)
  const sql = code.matchAll(
    /\b(?:insert\s+into|delete\s+from|update)\s+(?:\$\{(?:schema\.)?(\w+)\}|([a-z_]+)\s+(?:[a-z]+\s+)?(?:set\b|\(|where\b|using\b|as\b))/gi,
  )
  const names = [...drizzle, ...sql].map(([, variable, name]) => variable ?? name)
  return [...new Set(names.map((name) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)))]
}

/** Removes comments, which may name what code must not do. Keeps a `//` inside a text (a URL). */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

function locate(file) {
  const [, side, inside] = /^(?:apps|packages)\/(api|web|contract)\/src\/(.+)$/.exec(file) ?? []
  return { side, inside }
}

function featureOf(inside) {
  return /^(?:features|volunteer|desk)\/([^/]+)\//.exec(inside)?.[1]
}

function halfOf(inside) {
  return inside.split('/')[0]
}

function layerOf(inside) {
  return /^(outbox|mail|providers)\//.exec(inside)?.[1]
}

function namesIn(files, pattern) {
  return [...new Set(files.flatMap((file) => (isTest(file) ? [] : (pattern.exec(file)?.[1] ?? []))))]
}

function isTest(file) {
  return /\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file)
}

function readSources(root) {
  const folders = ['apps/api/src', 'apps/web/src', 'packages/contract/src']
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  )
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
  const files = readSources(root)
  const breaches = findBreaches(files)
  for (const breach of breaches) console.log(breach)
  console.log(`${files.size} files, ${breaches.length} breaches of the rules in docs/architecture.md`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
