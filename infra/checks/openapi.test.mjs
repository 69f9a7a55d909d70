import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findBreakingChanges } from './breaking-changes.mjs'
import { checkDescription, findOutdated, readCurrent } from './openapi.mjs'

const current = readCurrent()

/** Returns the document after an edit. `model` returns the properties of a named schema. */
function edited(edit) {
  const document = structuredClone(current)
  const { schemas } = document.components
  edit(document, (name) => schemas[name].properties, schemas)
  return document
}

const rename = (object, from, to) => {
  object[to] = object[from]
  delete object[from]
}
const answer = (operation, status) => operation.responses[status].content['application/json'].schema
const refusal = (operation, status) =>
  operation.responses[status].content['application/json'].schema.allOf[1].properties.code.anyOf[0]

/**
 * The sentence that must be reported, and the edit of the document that causes it.
 * @type {[says: string, edit: (...given: any[]) => unknown][]}
 */
const BREAKING = [
  ['GET /admin/people: removed', ({ paths }) => rename(paths, '/admin/people', '/admin/persons')],
  ['DELETE /admin/people/{id}: removed', ({ paths }) => delete paths['/admin/people/{id}'].delete],
  [
    'GET /admin/people: operationId people.listPeople renamed',
    ({ paths }) => (paths['/admin/people'].get.operationId = 'people.list'),
  ],
  [
    'POST /admin/people 201: removed',
    ({ paths }) => rename(paths['/admin/people'].post.responses, '201', '200'),
  ],
  ['answer Person.phone: removed', (_, model) => delete model('Person').phone],
  ['answer Shift.required_qty: removed', (_, model) => rename(model('Shift'), 'required_qty', 'places')],
  ['answer Role.name: was string, is integer', (_, model) => (model('Role').name.type = 'integer')],
  [
    'answer Message.created_at: format was date-time',
    (_, model) => delete model('Message').created_at.format,
  ],
  [
    'answer Person.first_name: may now be null',
    (_, model) => (model('Person').first_name.type = ['string', 'null']),
  ],
  [
    'answer Event.roles: may now be left out',
    (_, _model, schemas) =>
      (schemas.Event.required = schemas.Event.required.filter((name) => name !== 'roles')),
  ],
  [
    'GET /admin/people 200: was array, is object',
    ({ paths }) => {
      const { content } = paths['/admin/people'].get.responses[200]
      content['application/json'].schema = {
        type: 'object',
        properties: { people: answer(paths['/admin/people'].get, 200) },
      }
    },
  ],
  [
    'answer AssignmentStatus: value "CONFIRMED" removed',
    (_, _model, schemas) => (schemas.AssignmentStatus.enum = ['INVITED', 'ACCEPTED', 'DECLINED', 'ABSENT']),
  ],
  ['request NewPerson.phone: now required', (_, _model, schemas) => schemas.NewPerson.required.push('phone')],
  [
    'request SignUp.birth_year: now required',
    (_, model, schemas) => {
      model('SignUp').birth_year = { type: 'integer' }
      schemas.SignUp.required.push('birth_year')
    },
  ],
  ['request EventChange.move_shifts: removed', (_, model) => delete model('EventChange').move_shifts],
  [
    'request SignUp.first_name: maxLength is now 50',
    (_, model) => (model('SignUp').first_name.maxLength = 50),
  ],
  ['request NewEvent.notes: minLength is now 10', (_, model) => (model('NewEvent').notes.minLength = 10)],
  ['request SignUp.phone: pattern is now ^\\+', (_, model) => (model('SignUp').phone.pattern = '^\\+')],
  ['request SignUp.phone: was string, is integer', (_, model) => (model('SignUp').phone.type = 'integer')],
  [
    'PATCH /admin/assignments/{id}/extend-expiration body.days: value 90 removed',
    ({ paths }) =>
      (paths['/admin/assignments/{id}/extend-expiration'].patch.requestBody.content[
        'application/json'
      ].schema.properties.days.enum = [7, 30]),
  ],
  [
    'request PersonChange.child_team: no longer accepts null',
    (_, model) => (model('PersonChange').child_team.type = 'string'),
  ],
  [
    'POST /shifts/{shiftId}/signup 409 shift_full: removed',
    ({ paths }) => {
      const codes = refusal(paths['/shifts/{shiftId}/signup'].post, 409)
      codes.enum = codes.enum.map((code) => (code === 'shift_full' ? 'no_places' : code))
    },
  ],
  [
    'answer ErrorCode: value "validation" removed',
    (_, _model, schemas) => schemas.ErrorCode.anyOf[0].enum.shift(),
  ],
  [
    'POST /shifts/{shiftId}/signup 409 shift_over: removed',
    ({ paths }) => rename(paths['/shifts/{shiftId}/signup'].post.responses, '409', '410'),
  ],
  ['answer Error.error: removed', (_, model) => rename(model('Error'), 'error', 'message')],
  ['GET /admin/shifts query event_id: removed', ({ paths }) => paths['/admin/shifts'].get.parameters.shift()],
  [
    'GET /admin/shifts query event_id: now required',
    ({ paths }) => (paths['/admin/shifts'].get.parameters[0].required = true),
  ],
  [
    'POST /shifts/{shiftId}/signup header idempotency-key: now required',
    ({ components }) => (components.parameters.IdempotencyKey.required = true),
  ],
  [
    'GET /events/{eventId}/public: needs other access',
    ({ paths }) => (paths['/events/{eventId}/public'].get.security = [{ session: [] }]),
  ],
  [
    'GET /events/{eventId}/public 200 header ETag: removed',
    ({ paths }) => delete paths['/events/{eventId}/public'].get.responses[200].headers.ETag,
  ],
  [
    'GET /calendar/{file} 200: text/calendar; charset=utf-8 removed',
    ({ paths }) =>
      rename(
        paths['/calendar/{file}'].get.responses[200].content,
        'text/calendar; charset=utf-8',
        'text/plain',
      ),
  ],
  [
    'model PublicPerson: removed',
    (document, _model, schemas) => {
      rename(schemas, 'PublicPerson', 'Volunteer')
      const items = schemas.PublicShift.properties.assigned_people.items
      items.$ref = items.$ref.replace('PublicPerson', 'Volunteer')
    },
  ],
]

for (const [says, edit] of BREAKING) {
  test(`breaking: ${says}`, () => {
    const breaking = findBreakingChanges(current, edited(edit))
    assert.ok(breaking.includes(says), breaking.join('\n'))
  })
}

test('breaking: added fields of a request are refused', () => {
  const open = edited((_, _model, schemas) => delete schemas.NewShift.additionalProperties)
  assert.deepEqual(findBreakingChanges(open, current), ['request NewShift: unknown fields are now refused'])
})

/** @type {[name: string, edit: (...given: any[]) => unknown][]} */
const HARMLESS = [
  ['nothing', () => {}],
  ['a new path', ({ paths }) => (paths['/admin/new'] = paths['/admin/people'])],
  ['a new method', ({ paths }) => (paths['/admin/people'].patch = paths['/admin/people'].post)],
  ['a new field of an answer', (_, model) => (model('Person').created_at = { type: 'string' })],
  [
    'a field of an answer that is always there now',
    (_, _model, schemas) => schemas.Assignment.required.push('token'),
  ],
  ['a field of an answer that is never null now', (_, model) => (model('Person').phone.type = 'string')],
  ['a new value in an answer', (_, _model, schemas) => schemas.MessageStatus.enum.push('BOUNCED')],
  ['a new code in the list', (_, _model, schemas) => schemas.ErrorCode.anyOf[0].enum.push('new')],
  ['a new optional field of a request', (_, model) => (model('NewPerson').pronouns = { type: 'string' })],
  [
    'a field of a request that may be left out now',
    (_, _model, schemas) => (schemas.SignUp.required = ['first_name', 'last_name', 'email']),
  ],
  ['a wider limit', (_, model) => (model('SignUp').first_name.maxLength = 200)],
  ['a limit that is gone', (_, model) => delete model('SignUp').first_name.minLength],
  ['a request that may be null now', (_, model) => (model('SignUp').phone.type = ['string', 'null'])],
  [
    'a new optional parameter',
    ({ paths }) =>
      paths['/admin/people'].get.parameters.push({
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer' },
      }),
  ],
  [
    'another way of access',
    ({ paths, components }) => {
      components.securitySchemes.apiKey = { type: 'http', scheme: 'bearer' }
      paths['/admin/people'].get.security.push({ apiKey: [] })
    },
  ],
  [
    'a new code',
    ({ paths }) => refusal(paths['/shifts/{shiftId}/signup'].post, 409).enum.push('shift_cancelled'),
  ],
  [
    'other words',
    (_, model) => {
      model('Person').phone.description = 'Telephone number.'
      model('Person').phone.examples = ['+46700000000']
    },
  ],
  [
    'a model in place',
    ({ paths }, _model, schemas) => {
      answer(paths['/admin/people'].get, 200).items = structuredClone(schemas.Person)
    },
  ],
]

for (const [name, edit] of HARMLESS) {
  test(`harmless: ${name}`, () => assert.deepEqual(findBreakingChanges(current, edited(edit)), []))
}

const REMOVED = '- answer Person.phone: removed'

const released = { ...current, info: { ...current.info, version: '0.1.0' } }

function check({ version = released.info.version, changelog = '', edit = () => {} }) {
  const document = edited(edit)
  document.info.version = version
  return checkDescription({
    released,
    current: document,
    changelog,
  })
}

const removePhone = (_, model) => delete model('Person').phone

const committed = (file) => readFileSync(new URL(`../../packages/contract/${file}`, import.meta.url), 'utf8')

test('files that are not what the contract says', () => {
  assert.deepEqual(findOutdated(current, committed), [])
  const moved = edited(({ paths }) => rename(paths, '/admin/people', '/admin/persons'))
  assert.deepEqual(
    findOutdated(moved, committed).map((problem) => problem.split(' ')[0]),
    ['openapi.json', 'answers.json', 'src/routes.ts'].map((file) => `packages/contract/${file}`),
  )
})

test('a breaking change without version and changelog', () => {
  const problems = check({ edit: removePhone })
  assert.equal(problems.length, 3)
  assert.equal(problems.at(-1), REMOVED)
})

test('a breaking change with a version, without changelog', () => {
  assert.equal(check({ edit: removePhone, version: '0.2.0', changelog: '## 0.1.0\n' }).length, 2)
})

test('a breaking change that another version names', () => {
  const changelog = `## 0.2.0\n\n## 0.1.0\n\n${REMOVED}\n`
  assert.equal(check({ edit: removePhone, version: '0.2.0', changelog }).length, 2)
})

test('a breaking change with a patch', () => {
  const changelog = `## 0.1.1\n\n${REMOVED}\n`
  assert.equal(check({ edit: removePhone, version: '0.1.1', changelog }).length, 2)
})

test('a breaking change that is announced', () => {
  const changelog = `# Changes\n\n## 0.2.0 (2026-12-01)\n\n${REMOVED}\n\n## 0.1.0\n`
  assert.deepEqual(check({ edit: removePhone, version: '0.2.0', changelog }), [])
})

test('no change', () => assert.deepEqual(check({}), []))
