/* A consumer's program: infra/checks/package.mjs compiles and runs it beside the packed package. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { contract } from '@muster/contract/contract'
import type { ErrorBody, ErrorCode } from '@muster/contract/errors'
import { type EventJoined, topics } from '@muster/contract/live'
import description from '@muster/contract/openapi.json' with { type: 'json' }
import { refusalsOf } from '@muster/contract/refusals'
import { routes } from '@muster/contract/routes'
import { type ClientInferResponseBody, initClient } from '@ts-rest/core'

type Person = ClientInferResponseBody<typeof contract.people.listPeople, 200>[number]
type Ready = {
  url: string
  account: { email: string; password: string }
  organization_id: string
  event_ids: [string, ...string[]]
}

const [, , file = ''] = process.argv
const { url, account, organization_id, event_ids }: Ready = JSON.parse(readFileSync(file, 'utf8'))
const muster = initClient(contract, { baseUrl: url })

const session = await muster.session.login({ body: account })
assert(session.status === 200)
const extraHeaders = { authorization: `Bearer ${session.body.token}`, 'x-organization-id': organization_id }

const people = await muster.people.listPeople({ query: { limit: 5 }, extraHeaders })
assert(people.status === 200)
const names: Person['first_name'][] = people.body.map(({ first_name }) => first_name)
assert.equal(names.length, 5)

const shown = await muster.events.getPublicEvent({ params: { eventId: event_ids[0] } })
assert(shown.status === 200)
const joined: EventJoined = { n: 0, as_of: '', shifts: [] }
assert.equal(topics.event(shown.body.id), `event:${event_ids[0]}`)
assert.equal(joined.shifts.length, 0)

const refused = await muster.people.listPeople()
assert(refused.status === 401)
const { code, error }: ErrorBody = refused.body
const known: ErrorCode[] | undefined = refusalsOf(contract.people.listPeople).get(401)
assert(
  known?.some((each) => each === code),
  error,
)

// @ts-expect-error -- an event has an id
await muster.events.getPublicEvent({ params: {} })

assert.equal(routes.people.listPeople.path, '/admin/people')
assert('/admin/people' in description.paths)
process.stdout.write(`${names.length} people, ${shown.body.name}, ${code}\n`)
