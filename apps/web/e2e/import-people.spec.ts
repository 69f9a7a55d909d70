import type { APIRequestContext } from '@playwright/test'
import { countActs } from './count-acts.ts'
import { deleteLater } from './delete-later.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { assign, planEvent } from './plan.ts'
import { callApi } from './session.ts'

const PEOPLE = 400
const TWICE = 20
/** By their row in the sheet, which begins with the headings. */
const ROUNDED = [11, 31, 51, 71, 91]
const NAMELESS = [21, 41, 61, 81, 101]

/* D48: four hundred from a sheet as Excel in Swedish writes it, in three minutes by mouse. */

test('imports a hostile sheet by mouse, and undoes it but for who was used since', async ({
  journey,
  request,
}) => {
  const mark = String(Date.now())
  const desk = await journey.openDesk()
  await desk.goto('/people')
  const acts = countActs(desk)
  await acts.click(desk.getByRole('link', { name: 'Import' }))
  await expectAccessible(desk)
  const [chooser] = await Promise.all([
    desk.waitForEvent('filechooser'),
    acts.click(desk.getByRole('button', { name: 'Choose a file' })),
  ])
  await chooser.setFiles({ name: 'medlemmar.csv', mimeType: 'text/csv', buffer: writeSheet(mark) })

  const figures = desk.getByRole('group', { name: 'Rows by result' })
  await expect(figures.getByRole('button', { name: '420 all rows' })).toBeVisible()
  await expect(
    figures.getByRole('button', { name: `${ROUNDED.length + NAMELESS.length + TWICE} need a look` }),
  ).toBeVisible()
  await expectAccessible(desk)
  const mend = async (cell: string, row: number, text: string) => {
    const field = desk.getByRole('textbox', { name: `${cell}, row ${row}`, exact: true })
    await acts.click(field)
    await desk.keyboard.press('Control+a')
    await acts.type(text)
  }
  for (const row of ROUNDED) await mend('Mobil', row, `07017${50_000 + row}`)
  for (const row of NAMELESS) await mend('Namn', row, `Siv Ek${row}`)
  const save = desk.getByRole('button', { name: `Import ${PEOPLE}, change 0` })
  await acts.click(desk.getByRole('heading', { name: 'Import people' }))
  await expect(save).not.toHaveAttribute('aria-disabled', 'true')
  await acts.click(save)
  await expect(desk.getByRole('heading', { name: `${PEOPLE} people are new, 0 changed` })).toBeVisible()
  await expect(desk.getByText(`${TWICE} rows were left out`)).toBeVisible()
  await expectAccessible(desk)
  const { clicks, seconds } = acts.report('import 400 people by mouse')
  expect(clicks).toBeLessThanOrEqual(15)
  expect(seconds).toBeLessThan(180)

  const people = await listImported(request, mark)
  expect(people).toHaveLength(PEOPLE)
  const [used] = people
  if (!used) throw new Error('nobody was imported')
  expect(people.find(({ first_name }) => first_name === 'Åsa-Märta')).toMatchObject({
    last_name: 'af Öberg1',
    phone: '+46701740001',
  })
  const { shift_ids } = await planEvent(request, 'Import', [['08:00', '12:00']])
  const [shift_id = ''] = shift_ids
  await assign(request, shift_id, used)
  deleteLater(`/admin/people/${used.id}?notify=false`)
  await desk.reload()
  await desk.getByRole('button', { name: 'Undo the import' }).click()
  await expect(desk.getByText('1 person stays as they are now:')).toBeVisible()
  expect((await listImported(request, mark)).map(({ id }) => id)).toEqual([used.id])
})

/** Windows-1252 with semicolons, numbers as sheets leave them, people who stand in it twice, and an empty line. */
function writeSheet(mark: string): Buffer {
  const phones = [
    (n: number) => `0701740${String(n).padStart(3, '0')}`,
    (n: number) => `46701740${String(n).padStart(3, '0')}`,
    (n: number) => `701740${String(n).padStart(3, '0')}`,
    (n: number) =>
      `070-174 0${String(n)
        .padStart(3, '0')
        .replace(/(.)(..)/, '$1 $2')}`,
  ]
  const rows = Array.from({ length: PEOPLE }, (_, at) => {
    const row = at + 2
    const name = NAMELESS.includes(row) ? '' : `${at === 1 ? 'Åsa-Märta' : 'Jörgen'} af Öberg${at}`
    const phone = ROUNDED.includes(row) ? '7,01E+08' : phones[at % phones.length]?.(at)
    return `${name};p${at}.${mark}@volunteer.example;${phone};"P12; blå";${10_000 + at}`
  })
  const twice = Array.from({ length: TWICE }, (_, at) => rows[150 + at])
  const lines = ['Namn;E-postadress;Mobil;Lag;Medlemsnr', ...rows, '', ...twice]
  return Buffer.from(lines.join('\r\n'), 'latin1')
}

type Listed = { id: string; first_name: string; last_name: string; phone: string | null; email: string }

async function listImported(request: APIRequestContext, mark: string): Promise<Listed[]> {
  return callApi(request, `/admin/people?q=${mark}`)
}
