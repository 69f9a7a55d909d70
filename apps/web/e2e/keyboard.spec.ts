import { addMs } from '@muster/contract/rules/instants'
import { deleteLater } from './delete-later.ts'
import { expect, test } from './journey.ts'
import { expectFocus, pressOn, tabTo } from './keyboard.ts'
import { addPerson } from './plan.ts'
import { administrator, callApi } from './session.ts'

/* Checks that the focus is at the next step after everything that closes. */
test('plans, staffs, invites and clears away by keyboard alone', async ({ journey, request }) => {
  const { name: ida } = await addPerson(request, 'Ida')
  const { name: klas } = await addPerson(request, 'Klas', { phone: '070-174 06 05' })
  const page = await journey.open({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  const { keyboard } = page
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const link = (name: string) => page.getByRole('link', { name })
  const main = page.getByRole('navigation', { name: 'Main' })

  await test.step('sign in, and skip what every page begins with', async () => {
    await page.goto('/login')
    await tabTo(page, page.getByLabel('E-mail'))
    await keyboard.type(administrator.email)
    await tabTo(page, page.getByLabel('Password'))
    await keyboard.type(administrator.password)
    await keyboard.press('Enter')
    await expectFocus(heading('Shifts'))
    await page.reload()
    await expect(heading('Shifts')).toBeVisible()
    await keyboard.press('Tab')
    await expectFocus(link('Skip to content'))
    await keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
    await tabTo(page, page.getByRole('combobox', { name: 'Event' }))
  })

  const name = `Tangent ${Date.now()}`
  await test.step('an event, and a role', async () => {
    await tabTo(page, main.getByRole('link', { name: 'Events' }), 'Shift+Tab')
    await keyboard.press('Enter')
    await expectFocus(heading('Events'))
    await pressOn(page, link('Add event'))
    await expectFocus(page.getByLabel('Name', { exact: true }))
    await keyboard.type(name)
    for (const [label, time] of [
      ['Starts', '0900A'],
      ['Ends', '1100A'],
    ] as const) {
      await tabTo(page, page.getByLabel(label))
      // Day and month are equal, as their order depends on the browser. The time follows four digits of the year.
      await keyboard.type(`1212${new Date().getFullYear() + 1}${time}`)
    }
    await pressOn(page, page.getByRole('form').getByRole('button', { name: 'Create event' }))
    await expectFocus(heading(name))
    const role = page.getByLabel('Role', { exact: true })
    await tabTo(page, role)
    await keyboard.type('Entré')
    await keyboard.press('Enter')
    await expect(button('Remove Entré')).toBeVisible()
    await expectFocus(role)
  })

  await test.step('a shift', async () => {
    await tabTo(page, main.getByRole('link', { name: 'Shifts' }), 'Shift+Tab')
    await keyboard.press('Enter')
    await expectFocus(heading('Shifts'))
    await tabTo(page, page.getByRole('combobox', { name: 'Event' }))
    await keyboard.type(name)
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    await pressOn(page, button('Add shift'))
    await expectFocus(page.getByLabel('From', { exact: true }))
    await tabTo(page, page.getByLabel('People needed'))
    await keyboard.press('Control+A')
    await keyboard.type('2')
    await keyboard.press('Control+Shift+Enter')
    await expect(page.getByRole('cell', { name: '0/2' })).toBeVisible()
    await expectFocus(button('Add shift'))
  })

  const event_id = new URL(page.url()).searchParams.get('event') ?? ''
  deleteLater(`/admin/events/${event_id}?notify=false`)
  const first = button(/the people of .*09:00–11:00$/)
  const second = button(/the people of .*09:30–10:30$/)
  await test.step('from the timeline by the arrows, and from the table', async () => {
    const { shifts } = await callApi(request, `/admin/shifts?event_id=${event_id}`)
    const [{ role, start_dt }] = shifts
    const later = (minutes: number) => addMs(start_dt, minutes * 60_000)
    await callApi(request, '/admin/shifts', {
      data: { event_id, role_id: role.id, start_dt: later(30), end_dt: later(90), required_qty: 1 },
    })
    await expect(second).toBeVisible()
    await pressOn(page, button('Timeline'))
    await tabTo(page, button(/^Entré, 09:00–11:00/))
    await keyboard.press('ArrowDown')
    await expectFocus(button(/^Entré, 09:30–10:30/))
    await keyboard.press('Enter')
    await expectFocus(page.getByRole('heading', { level: 3, name: '09:30–10:30' }))
    await keyboard.press('Escape')
    await expectFocus(button(/^Entré, 09:30–10:30/))
    await tabTo(page, button('By role'), 'Shift+Tab')
    await keyboard.press('Enter')
    await tabTo(page, first)
    await keyboard.press('Enter')
    await expect(first).toHaveAttribute('aria-expanded', 'true')
    await expectFocus(page.getByRole('heading', { level: 3, name: '09:00–11:00' }))
  })

  const search = page.getByRole('combobox', { name: 'Add people' })
  // An open list of options hides what is outside of it from screen readers.
  const people = page.getByRole('list', { name: 'On this shift', includeHidden: true })
  await test.step('two are picked, one is taken back, one is saved', async () => {
    await tabTo(page, search)
    for (const each of [ida, klas]) {
      await keyboard.type(each)
      await expect(page.getByRole('option', { name: each })).toBeVisible()
      // The list may still show the matches of the shorter text, with another person first.
      await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
      await keyboard.press('Enter')
      await expect(people.getByText(each)).toBeVisible()
      await expectFocus(search)
    }
    await keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await tabTo(page, button(`Undo: ${ida}`), 'Shift+Tab')
    await keyboard.press('Enter')
    await expectFocus(search)
    await pressOn(page, page.getByRole('button', { name: 'Save', exact: true }))
    await expect(people.getByText('Not asked yet')).toBeVisible()
    await expectFocus(page.getByRole('heading', { name: 'On this shift' }))
  })

  const menu = button(`More about ${klas}`)
  await test.step('invited, and marked by the menu', async () => {
    await pressOn(page, people.getByRole('button', { name: 'Send invite' }))
    const dialog = page.getByRole('dialog', { name: `Invite ${klas}` })
    await expectFocus(dialog.getByRole('radio', { name: 'E-mail and SMS' }))
    await keyboard.press('Escape')
    await expectFocus(menu)
    await tabTo(page, people.getByRole('button', { name: 'Send invite' }), 'Shift+Tab')
    await keyboard.press('Enter')
    await keyboard.press('ArrowRight')
    await expectFocus(dialog.getByRole('radio', { name: 'E-mail', exact: true }))
    await pressOn(page, dialog.getByRole('button', { name: 'Send', exact: true }))
    await expectFocus(menu)
    await keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Copy personal link' })).toBeFocused()
    await keyboard.press('Escape')
    await expectFocus(menu)
    await keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Copy personal link' })).toBeFocused()
    await keyboard.type('mark')
    await expect(page.getByRole('menuitem', { name: 'Mark as confirmed' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(people.getByText('Confirmed', { exact: true })).toBeVisible()
    await expectFocus(menu)
  })

  await test.step('edited, removed, and out', async () => {
    await tabTo(page, button('Edit shift'), 'Shift+Tab')
    await keyboard.press('Enter')
    await expectFocus(page.getByLabel('From', { exact: true }))
    await pressOn(page, page.getByRole('form').getByRole('button', { name: 'Cancel' }))
    await expectFocus(button('Edit shift'))
    const more = button('More about the shift')
    const remove = async () => {
      await expectFocus(more)
      await keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await keyboard.type('remove')
      await expect(page.getByRole('menuitem', { name: 'Remove shift' })).toBeFocused()
      await keyboard.press('Enter')
    }
    await tabTo(page, more)
    await remove()
    const question = page.getByRole('alertdialog')
    await expectFocus(question.getByRole('button', { name: 'Cancel' }))
    await keyboard.press('Escape')
    await remove()
    await pressOn(page, question.getByRole('button', { name: 'Remove shift' }))
    await expect(first).toHaveCount(0)
    await expectFocus(button('Add shift'))
    await tabTo(page, button(/^Account: /), 'Shift+Tab')
    await keyboard.press('Enter')
    await keyboard.type('sign')
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    await expectFocus(heading('Sign in to your account'))
  })
})
