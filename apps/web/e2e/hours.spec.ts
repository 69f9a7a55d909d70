import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { again, desktop, expect, expectAccessibleInBoth, type Page, phone, test } from './journey.ts'
import { printSheets } from './printed-sheets.ts'

/** More than fflate packs without a worker, which the CSP refuses. */
const MANY = 4_000

test('the hours of last month become certificates and a workbook', async ({ journey }) => {
  const page = await journey.openDesk()
  await page.goto('/reports')
  await page.getByRole('link', { name: /^Hours/ }).press('Enter')
  await expect(page.getByRole('table', { name: 'By person' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByText('By role').click()
  await expect(page.getByRole('rowheader', { name: /^Lövkrattning/ })).toBeVisible()
  await page.getByText('By person').click()

  await page.route('**/admin/hours/shifts?*', async (route) => {
    const answer = await route.fetch()
    const [first] = await answer.json()
    await route.fulfill({ response: answer, json: Array.from({ length: MANY }, () => first) })
  })
  const files = unzipSync(await save(page, /^Excel/))
  const sheets = Object.keys(files).filter((name) => /worksheets\/sheet\d/.test(name))
  expect(sheets).toHaveLength(3)
  expect(new TextDecoder().decode(files['xl/worksheets/sheet3.xml']).match(/<row /g)).toHaveLength(MANY + 1)
  await page.unroute('**/admin/hours/shifts?*')
  expect((await save(page, /^CSV, semicolons/)).toString()).toMatch(/^\uFEFF"First name";"Last name";/)

  await page.getByRole('link', { name: 'Certificate of Fatima Vikström' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Fatima Vikström' })).toBeVisible()
  await expectAccessibleInBoth(page)
  const [sheet, ...others] = await printSheets(page)
  expect(others).toEqual([])
  expect(sheet).toMatchObject({ width: 595, height: 842 })
  expect(sheet?.text).toMatch(
    /har gett 5 timmar av sin tid till Kulturföreningen Solsidan, i 1 pass vid 1 evenemang/,
  )
  expect(sheet?.text).not.toMatch(/Certificate of|Print|Hours/)
})

for (const [where, options] of [
  ['a desktop', { ...desktop, locale: 'en-GB' }],
  ['a phone, in Swedish', { ...phone, locale: 'sv-SE' }],
] as const) {
  test(`sign-in sheets have a page for each role and day, on ${where}${again(where !== 'a desktop')}`, async ({
    journey,
  }) => {
    const page = await journey.openDesk(options)
    await page.goto('/events')
    await page.getByRole('link', { name: 'Sommarfestivalen i parken' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sommarfestivalen i parken' })).toBeVisible()
    await page.getByRole('button', { name: /^(More about|Mer om)/ }).click()
    await page.getByRole('menuitem', { name: /^(Lists and export|Listor och export)$/ }).click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectAccessibleInBoth(page)
    const tables = await page.getByRole('table').count()
    const sheets = await printSheets(page)
    const all = sheets.map(({ text }) => text)
    expect(all.length).toBeGreaterThanOrEqual(tables)
    expect(all[0]).toMatch(/Entré och armband/)
    for (const [n, text] of all.entries()) {
      expect(text).toMatch(/(Here|Här) (Name|Namn) (Phone|Telefon) In (Out|Ut) (Signature|Signatur)/)
      expect(text).toContain(`${n + 1} / ${all.length}`)
      expect(text).toMatch(/shred after the event|förstör efter evenemanget/)
    }
    expect(all.join(' ').match(/Came without being on the list|Kom utan att stå på listan/g)).toHaveLength(
      tables,
    )

    await page.getByLabel(/Without phone numbers|Utan telefonnummer/).click()
    await expect(page.getByRole('columnheader', { name: /Phone|Telefon/ })).toHaveCount(0)
    expect((await printSheets(page)).map(({ text }) => text).join(' ')).not.toContain('+46')
    await page.getByText(/^(By person|Per person)$/).click()
    await expect(page.getByRole('rowheader', { name: /^Alma Kowalski/ })).toBeVisible()
    await expectAccessibleInBoth(page)
  })
}

async function save(page: Page, entry: RegExp): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: entry }).press('Enter')
  return readFile(await (await downloading).path())
}
