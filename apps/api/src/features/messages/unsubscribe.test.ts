import { broadcasts } from '@muster/contract/broadcasts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { withText } from '../../../test/outbox.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { createLinks } from '../../mail/links.ts'
import { writeEmail, writeSms } from '../../outbox/render.ts'
import { insertBlock, insertSuppression } from '../../outbox/suppression.ts'
import { signId } from '../../signing/signed-id.ts'

let api: TestApp
let admin: Administrator
let address: string
let path: string
let event_id: string
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api, { name: 'Lunds <b>IF</b>' })
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id })
  event_id = event.id
  const person = await buildPerson(api.deps, { organization_id, phone: '+46701740621' })
  address = person.email
  const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
  await buildAssignment(api.deps, { shift, person })
  path = await linkIn(await send())
})

const form = (changes: object = {}) => ({
  headers: admin.headers,
  params: { eventId: event_id },
  body: {
    messageType: 'reminder',
    communicationChannel: 'email',
    includePastShifts: false,
    includeCurrentShifts: true,
    includeUpcomingShifts: true,
    includeLink: true,
    language: 'en',
    ...changes,
  },
})
const send = async () => (await api.ok(broadcasts.sendBroadcast, form())).broadcast_id
const recipients = async (changes?: object) =>
  (await api.ok(broadcasts.previewBroadcast, form(changes))).recipients

/** Returns the path in the header of the broadcast's one email. */
async function linkIn(broadcast_id: string): Promise<string> {
  const [row] = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.broadcast_id, broadcast_id)),
  )
  if (!row) throw new Error('nothing was sent')
  const links = createLinks(api.deps.keys, api.deps.config)
  const { unsubscribe_url, html, text } = writeEmail({ ...row, language: 'en' }, links)
  if (!unsubscribe_url) throw new Error('no link to stop it')
  expect(html).toContain(unsubscribe_url)
  expect(text).toContain(unsubscribe_url)
  return new URL(unsubscribe_url).pathname
}

const open = (url = path, headers = {}) => api.inject({ method: 'GET', url, headers })
const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
  api.inject({ method: 'POST', url: path, payload, headers: { 'content-type': type } })

test('opening the link changes nothing: link scanners do', async () => {
  const { statusCode, body, headers } = await open()
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('Stop e-mails')
  expect(body).toContain(address)
  // Only the end of the number is shown, and the name of the organisation adds no markup.
  expect(body).toContain('••• 621')
  expect(body).not.toContain('46701740621')
  expect(body).not.toContain('<b>IF')
  expect(await recipients()).toEqual([expect.objectContaining({ email: 'reachable' })])
})

test.each([
  ['one click of a mail program', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  [
    'the same as multipart',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--',
    'multipart/form-data; boundary=b',
  ],
  ['the button', 'channel=EMAIL', 'application/x-www-form-urlencoded'],
])('%s ends the e-mails, of this organisation only', async (_name, payload, type) => {
  const { statusCode, body } = await post(payload, type)
  expect(statusCode).toBe(200)
  expect(body).toContain('Get e-mails again')
  expect(await recipients({ communicationChannel: 'both' })).toEqual([
    expect.objectContaining({ email: 'opted_out', sms: 'reachable' }),
  ])
  expect(await api.ok(broadcasts.sendBroadcast, form())).toMatchObject({ sentCount: 0, totalCount: 1 })
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.suppression).where(eq(schema.suppression.address, address)),
  )
  expect(rows.map(({ organization_id }) => organization_id)).toEqual([admin.organization_id])
})

test('SMS end here too: an alphanumeric sender cannot be answered', async () => {
  await post('channel=SMS')
  expect(await recipients({ communicationChannel: 'both' })).toEqual([
    expect.objectContaining({ email: 'reachable', sms: 'opted_out' }),
  ])
})

test('an SMS without a personal link has its own: for SMS, without the email address', async () => {
  const custom = { messageType: 'custom', customText: 'Ta med regnkläder!', communicationChannel: 'sms' }
  const { broadcast_id } = await api.ok(broadcasts.sendBroadcast, form({ ...custom, includeStopLink: true }))
  const [row] = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.broadcast_id, broadcast_id)),
  )
  if (!row) throw new Error('nothing was sent')
  expect(withText(row).body_text).toMatch(/: \[personal link\]$/)
  const url = /\/stop\/[\w-]{43}$/.exec(writeSms(row, createLinks(api.deps.keys, api.deps.config)))?.[0]
  const { body } = await open(url)
  expect(body).toContain('••• 621')
  expect(body).not.toContain(address)
  expect(await recipients({ communicationChannel: 'both' })).toEqual([
    expect.objectContaining({ email: 'reachable', sms: 'reachable' }),
  ])
  path = url ?? ''
  expect((await post('channel=SMS')).body).toMatch(/Get SMS again|Få sms igen/)
  await post('channel=EMAIL')
  expect(await recipients({ communicationChannel: 'both' })).toEqual([
    expect.objectContaining({ email: 'reachable', sms: 'opted_out' }),
  ])
})

test('an email to a former address does not lead to the phone number', async () => {
  await api.deps.db.system((tx) =>
    tx
      .update(schema.person)
      .set({ email: `other-${address}` })
      .where(eq(schema.person.email, address)),
  )
  expect((await open()).body).not.toContain('••• 621')
  await post('channel=SMS')
  expect(await recipients({ communicationChannel: 'sms' })).toMatchObject([{ sms: 'reachable' }])
})

test('names the organisation and how to reach it, and promises no more than is kept (D31, D41)', async () => {
  const { body } = await open()
  expect(body).toContain('<header>Lunds &lt;b&gt;IF&lt;/b&gt;</header>')
  expect(body).toContain(`tell Lunds &lt;b&gt;IF&lt;/b&gt; (${admin.email}).`)
  const stopped = (await post('channel=EMAIL')).body
  expect(stopped).toMatch(/Stopped\. You get e-mail from [^.]* only about your own sign-ups and changes/)
})

test('twice is once, and it can be taken back', async () => {
  await post('channel=EMAIL')
  expect((await post('channel=EMAIL')).statusCode).toBe(200)
  expect((await post('channel=EMAIL&resume=1')).body).toContain('Stop e-mails')
  expect(await recipients()).toEqual([expect.objectContaining({ email: 'reachable' })])
})

test('an address that bounced is not opened by it', async () => {
  await api.deps.db.system((tx) =>
    tx.insert(schema.suppression).values({
      organization_id: admin.organization_id,
      channel: 'EMAIL',
      address,
      reason: 'hard_bounce',
    }),
  )
  await post('channel=EMAIL&resume=1')
  expect(await recipients()).toEqual([expect.objectContaining({ email: 'bounced' })])
})

test.each(['hard_bounce', 'spam_report'] as const)(
  '%s after it closes the address all the same',
  async (reason) => {
    await post('channel=EMAIL')
    await api.deps.db.system((tx) =>
      insertSuppression(tx, { organization_id: admin.organization_id, channel: 'EMAIL', address, reason }),
    )
    // To stop and resume afterwards does not reopen the address.
    await post('channel=EMAIL')
    await post('channel=EMAIL&resume=1')
    const rows = await api.deps.db.system((tx) =>
      tx.select().from(schema.suppression).where(eq(schema.suppression.address, address)),
    )
    expect(rows).toMatchObject([{ reason }])
  },
)

test('a blocked address is shown as such, without a button', async () => {
  await api.deps.db.system((tx) => insertBlock(tx, address))
  const { body } = await open()
  expect(body).toContain('No organizer’s e-mail reaches this address')
  expect(body).not.toContain('Stop e-mails')
  expect(body).toContain('Stop SMS')
})

test('a link that is not ours leads nowhere, in the reader’s language', async () => {
  const { keys } = api.deps
  const id = newId()
  const wrong = [
    'x',
    'x'.repeat(43),
    signId(keys, { purpose: 'unsubscribe', id, round: 1 }),
    // The link is signed for another purpose.
    signId(keys, { purpose: 'personal_link', id, round: 1 }),
  ]
  for (const token of wrong) {
    const answer = await open(`/unsubscribe/${token}`, { 'accept-language': 'sv' })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('Den här länken leder ingenstans')
  }
})
