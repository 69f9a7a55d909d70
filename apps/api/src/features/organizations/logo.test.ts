import { events } from '@muster/contract/events'
import { organizations } from '@muster/contract/organizations'
import { themeOf } from '@muster/contract/rules/brand-color'
import { createCanvas } from '@napi-rs/canvas'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildEvent } from '../../../test/planning.ts'

const { setLogo, updateOrganization } = organizations

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const draw = async (width: number, height: number, type: 'png' | 'webp' = 'png') => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#7a1f5c'
  context.fillRect(0, 0, width / 2, height)
  return type === 'png' ? canvas.encode('png') : canvas.encode('webp')
}
const set = (image: Buffer | null) =>
  api.ok(setLogo, { headers: admin.headers, body: { logo: image && image.toString('base64') } })

/** As event pages have it. */
async function readPublic() {
  const { id } = await buildEvent(api.deps, { organization_id: admin.organization_id })
  return (await api.ok(events.getPublicEvent, { params: { eventId: id } })).organization
}

describe('a logo', () => {
  test.each(['png', 'webp'] as const)('is served for ever at its address (%s)', async (type) => {
    const image = await draw(480, 160, type)
    const { logo_url, version } = await set(image)
    expect(logo_url).toMatch(/^\/logos\/[0-9a-f]{64}$/)
    expect(await readPublic()).toMatchObject({ logo_url })
    const answer = await api.inject({ url: String(logo_url) })
    expect(answer.rawPayload.equals(image)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': `image/${type}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    // Who has the settings open can go on.
    await api.ok(updateOrganization, { headers: admin.headers, body: { color: '#7A1F5C', version } })
  })

  test('goes with null, and another has another address', async () => {
    const { logo_url: first } = await set(await draw(10, 10))
    const { logo_url: second } = await set(await draw(12, 10))
    expect(second).not.toBe(first)
    expect((await api.inject({ url: String(first) })).statusCode).toBe(404)
    expect((await set(null)).logo_url).toBeNull()
    expect(await readPublic()).toMatchObject({ logo_url: null })
    expect((await api.inject({ url: String(second) })).statusCode).toBe(404)
  })

  test('that two organisations have stays with the other', async () => {
    const image = await draw(20, 10)
    const { logo_url } = await set(image)
    const other = await buildAdministrator(api)
    await api.ok(setLogo, { headers: other.headers, body: { logo: image.toString('base64') } })
    await set(null)
    expect((await api.inject({ url: String(logo_url) })).statusCode).toBe(200)
  })

  test('is in the log', async () => {
    await set(await draw(14, 10))
    const { rows } = await api.deps.db.system((tx) =>
      tx.execute(
        sql`select action, fields from audit_log where organization_id = ${admin.organization_id} order by id desc limit 1`,
      ),
    )
    expect(rows).toEqual([{ action: 'organization.changed', fields: ['logo'] }])
  })

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['too wide', () => draw(481, 10)],
    ['too high', () => draw(10, 161, 'webp')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>')],
    ['a page', () => Buffer.from(`<!doctype html>${'<p>x</p>'.repeat(9)}`)],
    ['too large', async () => Buffer.concat([await draw(10, 10), Buffer.alloc(64 * 1024)])],
    ['a JPEG', () => createCanvas(10, 10).encode('jpeg')],
    ['empty', () => Buffer.alloc(0)],
  ])('is refused: %s', async (_what, write) => {
    const logo = (await write()).toString('base64')
    expect(await api.refused(setLogo, { headers: admin.headers, body: { logo } })).toMatchObject({
      status: 400,
      code: 'validation',
      issues: [{ path: 'logo', message: 'Not a PNG or WebP of at most 480 × 160 pixels and 64 KiB' }],
    })
  })

  test('is refused above the limit of the body', async () => {
    const body = { logo: 'A'.repeat(100 * 1024) }
    expect(await api.refused(setLogo, { headers: admin.headers, body })).toMatchObject({ status: 413 })
  })
})

describe('a colour', () => {
  test('is on public pages as one that can be read', async () => {
    const saved = await api.ok(updateOrganization, { headers: admin.headers, body: { color: '#FFFF00' } })
    expect(saved.color).toBe('#ffff00')
    expect(await readPublic()).toMatchObject({ color: '#ffff00', theme: themeOf('#ffff00') })
    const cleared = await api.ok(updateOrganization, { headers: admin.headers, body: { color: null } })
    expect(cleared.color).toBeNull()
    expect(await readPublic()).toMatchObject({ color: null, theme: null })
  })

  test.each(['red', '#fff', '#12345g', '#000000}', ''])('is refused: "%s"', async (color) => {
    expect(await api.refused(updateOrganization, { headers: admin.headers, body: { color } })).toMatchObject({
      status: 400,
      issues: [{ path: 'color', message: 'Six digits from 0 to f after a #, as in #7a1f5c' }],
    })
  })
})
