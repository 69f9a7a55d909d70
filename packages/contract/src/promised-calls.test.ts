import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import { openapi } from './openapi/document.ts'

/*
 * Calls on which other makers' clients may rely, as promised: method, path, fields of the request (`?` may be left
 * out) and of the answer (D5; `[]` steps into a list). An endpoint may take and answer more, never less.
 */

const PERSON = 'first_name last_name email phone? child_team? notes?'
const PERSON_ANSWER = 'id first_name last_name email phone child_team notes version'
const EVENT = 'name location? notes? event_date_start event_date_end'
const EVENT_FIELDS = 'id name description notes location event_date_start event_date_end roles[].id version'
const ROLE = 'name description?'
const ROLE_ANSWER = 'id name description event_id version'
const SHIFT = 'event_id role_id start_dt end_dt required_qty'
const SHIFT_FIELDS = 'id role.id role.name role.event.id start_dt end_dt required_qty version'
const ASSIGNMENT_FIELDS =
  'id shift_id person_id status person.first_name token token_expires_at invite_sent invite_sent_at invite_method'
const MESSAGE_FIELDS =
  'id direction channel body_text subject status failure_reason sent_at delivered_at read_at created_at'
const CALENDAR = 'text/calendar; charset=utf-8'

const within = (path: string, fields: string) => fields.replace(/\S+/g, `${path}.$&`)
const SHIFT_ANSWER = `${SHIFT_FIELDS} ${within('assignment[]', ASSIGNMENT_FIELDS)}`
const PUBLIC_SHIFTS = within(
  'roles[].shifts[]',
  'id role_id start_dt end_dt required_qty spots_left assigned_count assigned_people[].first_name assigned_people[].last_name assigned_people[].person_id',
)
const INVITATION =
  'status person.first_name organization.name other_shifts[].status other_shifts[].start_dt other_shifts[].role.name shift.start_dt shift.end_dt shift.role.name shift.role.description shift.role.event.name shift.role.event.location shift.role.event.event_date_start shift.role.event.notes'

const PROMISED: [call: string, sent: string, status: number, answered: string][] = [
  ['POST /auth/login', 'email password', 200, 'token'],
  ['POST /auth/request-password-reset', 'email', 204, ''],
  ['POST /auth/reset-password', 'token password', 204, ''],
  [
    'GET /api/last-active-organization',
    '',
    200,
    'organizations[].id organizations[].name last_active_organization.id last_active_organization.name',
  ],
  ['GET /api/my-organizations', '', 200, '[].id [].name'],
  ['POST /api/set-last-active-organization', 'organization_id', 204, ''],
  ['POST /api/organizations', 'name', 201, 'organization.id organization.name'],

  ['GET /admin/shifts', '', 200, within('shifts[]', SHIFT_ANSWER)],
  ['GET /admin/people', '', 200, within('[]', PERSON_ANSWER)],
  ['GET /admin/events', '', 200, within('events[]', EVENT_FIELDS)],
  ['GET /admin/events/{id}', '', 200, EVENT_FIELDS],
  ['GET /admin/events/{id}/roles', '', 200, within('roles[]', ROLE_ANSWER)],
  ['GET /admin/user/last-event', '', 200, 'last_event_id'],
  ['POST /admin/user/last-event', 'event_id', 204, ''],
  ['POST /admin/people', PERSON, 201, PERSON_ANSWER],
  ['PUT /admin/people/{id}', PERSON, 200, PERSON_ANSWER],
  ['DELETE /admin/people/{id}', '', 204, ''],
  ['POST /admin/events', EVENT, 201, EVENT_FIELDS],
  ['PUT /admin/events/{id}', EVENT, 200, EVENT_FIELDS],
  ['DELETE /admin/events/{id}', '', 204, ''],
  ['POST /admin/events/{id}/roles', ROLE, 201, ROLE_ANSWER],
  ['PUT /admin/events/{id}/roles/{roleId}', ROLE, 200, ROLE_ANSWER],
  ['DELETE /admin/events/{id}/roles/{roleId}', '', 204, ''],
  ['POST /admin/shifts', SHIFT, 201, SHIFT_ANSWER],
  ['PUT /admin/shifts/{id}', SHIFT, 200, SHIFT_ANSWER],
  ['DELETE /admin/shifts/{id}', '', 204, ''],
  ['POST /admin/assign', 'shift_id person_ids', 201, within('assignments[]', ASSIGNMENT_FIELDS)],
  ['DELETE /admin/assignments/{id}', '', 204, ''],
  [
    'PATCH /admin/assignments/{id}/extend-expiration',
    'days',
    200,
    `success ${within('assignment', ASSIGNMENT_FIELDS)}`,
  ],
  [
    'POST /admin/assignments/{id}/send-invite',
    'method',
    200,
    'invite_details.invite_sent_at invite_details.invite_method',
  ],
  ['GET /admin/people/{id}/messages', '', 200, within('[]', MESSAGE_FIELDS)],
  ['POST /admin/people/{id}/send-sms', 'message useAlphanumeric?', 201, MESSAGE_FIELDS],
  [
    'POST /admin/events/{eventId}/broadcast',
    'messageType customText? communicationChannel includePastShifts includeCurrentShifts includeUpcomingShifts includeLink language',
    201,
    'sentCount totalCount broadcast_id',
  ],

  ['GET /assignment/{token}', '', 200, INVITATION],
  ['POST /assignment/{token}/confirm', 'confirm', 200, INVITATION],
  ['GET /assignment/{token}/calendar.ics', '', 200, CALENDAR],
  ['GET /calendar/{file}', '', 200, CALENDAR],
  [
    'GET /events/{eventId}/public',
    '',
    200,
    `id name notes location event_date_start event_date_end roles[].id roles[].name roles[].description ${PUBLIC_SHIFTS}`,
  ],
  [
    'POST /shifts/{shiftId}/signup',
    'first_name last_name email phone shift_id?',
    201,
    'assignment_id shift.id shift.spots_left calendar_url',
  ],

  // D20, D29, D36: these are our own calls, beside the promised ones.
  ['PATCH /admin/assignments/{id}', 'status', 200, ASSIGNMENT_FIELDS],
  [
    'POST /admin/shifts/{id}/assignments',
    'add remove notify?',
    200,
    `${SHIFT_FIELDS} ${within('assignment[]', ASSIGNMENT_FIELDS)}`,
  ],
  ['GET /admin/broadcasts/{id}', '', 200, 'sendable settled'],
]

const document = openapi(contract, { server: '/' })
const { paths } = document

test.each(PROMISED)('%s takes what was promised', (call, sent) => {
  const body = at(operationOf(call), 'requestBody', 'content', 'application/json', 'schema')
  const fields = words(sent)
  const needed = fields.filter((field) => !field.endsWith('?'))
  expect(keysOf(at(body, 'properties'))).toEqual(
    expect.arrayContaining(fields.map((field) => field.replace('?', ''))),
  )
  // A request with the promised fields only is accepted.
  expect(needed).toEqual(expect.arrayContaining(listOf(at(body, 'required'))))
})

test.each(PROMISED)('%s answers what was promised', (call, _sent, status, answered) => {
  const responses = at(operationOf(call), 'responses')
  const answers = keysOf(responses).filter((each) => each.startsWith('2'))
  // D52: 202 says that an organizer answers first, which an event has to ask for.
  expect(answers.filter((each) => each !== '202')).toEqual([String(status)])
  const content = at(responses, String(status), 'content')
  if (status === 204) expect(content).toBeUndefined()
  else if (answered === CALENDAR) expect(keysOf(content)).toEqual([CALENDAR])
  else {
    const schema = at(content, 'application/json', 'schema')
    expect(words(answered).filter((path) => !hasField(schema, path.split('.')))).toEqual([])
  }
})

test('a refusal of an assignment may name the person in the way', () => {
  const refused = at(
    operationOf('POST /admin/assign'),
    'responses',
    '409',
    'content',
    'application/json',
    'schema',
    'allOf',
    '0',
  )
  expect(keysOf(at(refused, 'properties'))).toEqual(expect.arrayContaining(['error', 'code', 'person_id']))
})

test('the table would see a field that is gone', () => {
  const schema = at(
    operationOf('GET /admin/people'),
    'responses',
    '200',
    'content',
    'application/json',
    'schema',
  )
  expect(hasField(schema, ['[]', 'first_name'])).toBe(true)
  expect(hasField(schema, ['[]', 'given_name'])).toBe(false)
  expect(hasField(schema, ['first_name'])).toBe(false)
})

function operationOf(call: string): unknown {
  const [method = '', path = ''] = call.split(' ')
  const operation = at(paths, path, method.toLowerCase())
  if (operation === undefined) throw new Error(`No call ${call}`)
  return operation
}

/** Returns whether a schema, or one of its alternatives, has the field. `roles[]` means the items of `roles`. */
function hasField(schema: unknown, [step, ...rest]: string[]): boolean {
  if (step === undefined) return true
  const name = step.replace('[]', '')
  return [schema, ...listOf(at(schema, 'anyOf')).map(resolve)].some((each) => {
    const field = name === '' ? each : at(each, 'properties', name)
    const found = step.endsWith('[]') ? at(field, 'items') : field
    return found !== undefined && hasField(found, rest)
  })
}

/** Returns the node at the path, following `$ref`. */
function at(node: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => resolve(get(inner, key)), node)
}

function resolve(node: unknown): unknown {
  const ref = get(node, '$ref')
  return typeof ref === 'string' ? at(document, ...ref.slice(2).split('/')) : node
}

function get(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined
}

const words = (text: string) => text.split(' ').filter((word) => word !== '')
const keysOf = (node: unknown) => Object.keys(node ?? {})
const listOf = (node: unknown): unknown[] => (Array.isArray(node) ? node : [])
