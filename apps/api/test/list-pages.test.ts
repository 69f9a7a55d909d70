import { errorBody } from '@muster/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '../src/db/ids.ts'
import * as schema from '../src/db/schema.ts'
import { buildApiKey } from './api-keys.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift, hoursAfter } from './planning.ts'

/* D5: lists in pages. */

const PUBLIC_URL = 'https://muster.example'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp({ public_url: PUBLIC_URL, admin_api_url: PUBLIC_URL })
})
afterAll(() => api.close())

let admin: Administrator
beforeEach(async () => {
  admin = await buildAdministrator(api)
})

const rows = z.array(z.object({ id: z.string() }))
const listed = z.union([
  rows,
  z.object({ events: rows }).transform(({ events }) => events),
  z.object({ shifts: rows }).transform(({ shifts }) => shifts),
])

async function get(url: string, { headers }: Pick<Administrator, 'headers'> = admin) {
  const answer = await api.inject({ url, headers })
  const { link } = answer.headers
  return {
    status: answer.statusCode,
    body: answer.body,
    link,
    next: /^<https:\/\/muster\.example(\/[^>]*)>; rel="next"$/.exec(String(link))?.[1],
  }
}

const idsOf = (body: string) => listed.parse(JSON.parse(body)).map(({ id }) => id)

async function refusalOf(url: string, by = admin) {
  const { status, body } = await get(url, by)
  return { status, ...errorBody.parse(JSON.parse(body)) }
}

/** Follows the links to the end. `between` is called after each page. */
async function readPages(
  url: string,
  { between, by }: { between?: () => Promise<unknown>; by?: Pick<Administrator, 'headers'> } = {},
) {
  const pages: string[][] = []
  for (let next: string | undefined = url; next !== undefined; ) {
    const page = await get(next, by)
    expect(page.status, page.body).toBe(200)
    pages.push(idsOf(page.body))
    next = page.next
    await between?.()
  }
  return pages
}

type List = {
  url: string
  /** Adds a row and returns its id. */
  add: () => Promise<string>
  /** Newest first. */
  is_descending?: boolean
}

const LISTS: Record<string, () => Promise<List>> = {
  people: async () => {
    const { organization_id } = admin
    return { url: '/admin/people', add: async () => (await buildPerson(api.deps, { organization_id })).id }
  },
  events: async () => {
    const { organization_id } = admin
    // Each event begins before the existing ones.
    const add = async () => {
      const event_date_start = hoursAfter(api.deps.now(), (earlier -= 1))
      return (await buildEvent(api.deps, { organization_id, event_date_start })).id
    }
    return { url: '/admin/events', add }
  },
  shifts: async () => {
    const role = await buildRole(api.deps, {
      event: await buildEvent(api.deps, { organization_id: admin.organization_id }),
    })
    const add = async () =>
      (await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), (earlier -= 1)) })).id
    return { url: `/admin/shifts?event_id=${role.event_id}`, add }
  },
  schedule: async () => {
    const list = await buildList('shifts')
    return { ...list, url: `${list.url}&view=schedule` }
  },
  messages: async () => {
    const { organization_id } = admin
    const person = await buildPerson(api.deps, { organization_id })
    const add = async () => {
      const id = newId()
      const message = { organization_id, id, person_id: person.id, channel: 'EMAIL', template: 't' } as const
      const sent = {
        payload: {},
        body_text: 'b',
        language: 'sv',
        address: person.email,
        status: 'SENT',
      } as const
      await api.deps.db.system((tx) => tx.insert(schema.message).values({ ...message, ...sent }))
      return id
    }
    return { url: `/admin/people/${person.id}/messages`, add, is_descending: true }
  },
}

let earlier = 1_000

const buildList = (name: string) => {
  const build = LISTS[name]
  if (!build) throw new Error(`No list ${name}`)
  return build()
}

const addSeveral = async ({ add }: List, count: number) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await add())
  return ids
}

const withQuery = (url: string, query: string) => `${url}${url.includes('?') ? '&' : '?'}${query}`

describe.each(Object.keys(LISTS))('%s', (name) => {
  test('pages hold every row once, as they were added', async () => {
    const list = await buildList(name)
    const ids = await addSeveral(list, 5)
    if (list.is_descending) ids.reverse()
    expect(await readPages(withQuery(list.url, 'limit=2'))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ])
    expect(await readPages(withQuery(list.url, 'limit=5'))).toEqual([ids])
  })

  test('what is added meanwhile puts nothing on two pages, and takes nothing off', async () => {
    const list = await buildList(name)
    const ids = await addSeveral(list, 5)
    let added = 0
    const pages = await readPages(withQuery(list.url, 'limit=2'), {
      between: async () => {
        if (added++ < 3) await list.add()
      },
    })
    const read = pages.flat()
    expect(new Set(read).size).toBe(read.length)
    expect(read).toEqual(expect.arrayContaining(ids))
  })

  test('without a limit the whole list is sent, and no link', async () => {
    const list = await buildList(name)
    const ids = await addSeveral(list, 3)
    const { body, link } = await get(list.url)
    expect(idsOf(body).toSorted()).toEqual(ids.toSorted())
    expect(link).toBeUndefined()
  })

  test('a cursor of another organisation is refused as one that never was', async () => {
    const list = await buildList(name)
    await addSeveral(list, 3)
    const ours = admin
    const { next = '' } = await get(withQuery(list.url, 'limit=1'))
    expect((await get(next)).status).toBe(200)
    admin = await buildAdministrator(api)
    const theirs = await buildList(name)
    await addSeveral(theirs, 3)
    const cursor = new URL(next, PUBLIC_URL).searchParams.get('cursor') ?? ''
    const foreign = await refusalOf(withQuery(theirs.url, `limit=1&cursor=${cursor}`))
    expect(foreign).toEqual({
      status: 400,
      error: expect.any(String),
      code: 'validation',
      issues: [{ path: 'query.cursor', message: 'Not a cursor of this list' }],
    })
    expect(await refusalOf(withQuery(theirs.url, 'limit=1&cursor=x'))).toEqual(foreign)
    // Only the organisation makes the difference.
    expect((await get(next, ours)).status).toBe(200)
  })

  test.each(['0', '201', '-1', '1.5', 'x', '', '1&limit=2'])('limit=%s is refused', async (limit) => {
    const list = await buildList(name)
    expect(await refusalOf(withQuery(list.url, `limit=${limit}`))).toMatchObject({
      status: 400,
      issues: [{ path: 'query.limit' }],
    })
  })
})

test('a cursor belongs to its list and its filters', async () => {
  const people = await buildList('people')
  const [one = ''] = await addSeveral(people, 3)
  const { next = '' } = await get('/admin/people?limit=1&q=volunteer')
  const cursor = new URL(next, PUBLIC_URL).searchParams.get('cursor') ?? ''
  expect((await get(`/admin/people?q=volunteer&cursor=${cursor}`)).status).toBe(200)
  for (const url of [
    `/admin/people?cursor=${cursor}`,
    `/admin/people?q=other&cursor=${cursor}`,
    `/admin/events?cursor=${cursor}`,
    `/admin/people/${one}/messages?cursor=${cursor}`,
    `/admin/people?q=volunteer&cursor=${cursor.toUpperCase()}`,
    `/admin/people?q=volunteer&cursor=${'z'.repeat(48)}`,
    `/admin/people?q=volunteer&cursor=`,
    `/admin/people?q=volunteer&cursor=${'a'.repeat(101)}`,
  ]) {
    expect(await refusalOf(url), url).toMatchObject({ status: 400, issues: [{ path: 'query.cursor' }] })
  }
})

describe('an API key', () => {
  test('of one event gets that event and its shifts, in pages too', async () => {
    const ours = await buildList('shifts')
    const shift_ids = await addSeveral(ours, 3)
    await addSeveral(await buildList('shifts'), 2)
    const event_id = new URL(ours.url, PUBLIC_URL).searchParams.get('event_id')
    const key = await buildApiKey(api, admin, { event_id })
    expect((await readPages('/admin/events?limit=1', { by: key })).flat()).toEqual([event_id])
    expect(await readPages('/admin/shifts?limit=2', { by: key })).toEqual([
      shift_ids.slice(0, 2),
      shift_ids.slice(2),
    ])
    expect((await readPages('/admin/events?limit=1')).flat()).toHaveLength(2)
    expect((await readPages('/admin/shifts?limit=2')).flat()).toHaveLength(5)

    const { next = '' } = await get('/admin/shifts?limit=4')
    expect(idsOf((await get(next)).body)).toHaveLength(1)
    expect(idsOf((await get(next, key)).body)).toEqual([])
  })

  test('that may not plan gets pages without personal links', async () => {
    const { organization_id } = admin
    const shift = await buildShift(api.deps, { organization_id })
    await buildAssignment(api.deps, { shift, person: await buildPerson(api.deps, { organization_id }) })
    const key = await buildApiKey(api, admin, { rights: ['read'] })
    expect((await get('/admin/shifts?limit=2', key)).body).not.toContain('"token"')
    expect((await get('/admin/shifts?limit=2')).body).toContain('"token"')
  })
})

test('a person who is renamed or erased between two pages is on neither twice', async () => {
  const ids = await addSeveral(await buildList('people'), 4)
  const [first = '', second = ''] = ids
  const { headers } = admin
  let page = 0
  const between = async () => {
    page += 1
    if (page > 1) return
    await api.inject({ method: 'PUT', url: `/admin/people/${first}`, headers, payload: { last_name: 'Ö' } })
    // The cursor names this person.
    await api.inject({ method: 'DELETE', url: `/admin/people/${second}`, headers })
  }
  const pages = await readPages('/admin/people?limit=2', { between })
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2)])
})

describe('people are found', () => {
  beforeEach(async () => {
    const { organization_id } = admin
    for (const [first_name, last_name, email] of [
      ['Åsa', 'Öberg', 'Asa.Oberg@Volunteer.example'],
      ['Karin', 'Öberg', 'asa.oberg@volunteer.example'],
      ['Karin', 'Lind 100%', 'karin_lind@volunteer.example'],
    ] as const) {
      await buildPerson(api.deps, { organization_id, first_name, last_name, email })
    }
  })

  test.each([
    ['q=karin', ['Karin Lind 100%', 'Karin Öberg']],
    ['q=KARIN+%C3%96BERG', ['Karin Öberg']],
    ['q=%C3%B6berg+karin', ['Karin Öberg']],
    ['q=A%CC%8Asa', ['Karin Öberg', 'Åsa Öberg']],
    ['q=karin_l', ['Karin Lind 100%']],
    ['q=100%25', ['Karin Lind 100%']],
    ['q=%25', ['Karin Lind 100%']],
    ['q=rin+oberg@vol', ['Karin Öberg']],
    ['q=nobody', []],
    ['q=', ['Karin Lind 100%', 'Karin Öberg', 'Åsa Öberg']],
    ['email=ASA.oberg@volunteer.example', ['Karin Öberg', 'Åsa Öberg']],
    ['email=asa.oberg@volunteer.example&q=karin', ['Karin Öberg']],
    ['email=oberg@volunteer.example', []],
    ['email=asa.oberg@volunteer.example&limit=1', ['Åsa Öberg']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('in their own organisation only', async () => {
    admin = await buildAdministrator(api)
    expect(await names('q=karin')).toEqual([])
    expect(await names('email=asa.oberg@volunteer.example')).toEqual([])
  })

  test('the link keeps what was asked for', async () => {
    const { next } = await get('/admin/people?limit=1&q=%C3%B6berg')
    const { searchParams } = new URL(next ?? '', PUBLIC_URL)
    expect(Object.fromEntries(searchParams)).toEqual({ limit: '1', q: 'öberg', cursor: expect.any(String) })
    expect(await readPages('/admin/people?limit=1&q=%C3%B6berg')).toHaveLength(2)
  })

  test('not by an address that is none', async () => {
    expect(await refusalOf('/admin/people?email=asa')).toMatchObject({ issues: [{ path: 'query.email' }] })
  })
})

const names = async (query: string) => {
  const { status, body } = await get(`/admin/people?${query}`)
  expect(status, body).toBe(200)
  return z
    .array(z.object({ first_name: z.string(), last_name: z.string() }))
    .parse(JSON.parse(body))
    .map(({ first_name, last_name }) => `${first_name} ${last_name}`)
    .toSorted()
}
