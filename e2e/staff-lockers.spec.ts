import type { Locator } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import { enterConsole, expect, looksRight, speak, test, visit } from './journey.ts'

/** Focuses and presses, as somebody without a mouse does. */
async function press(control: Locator): Promise<void> {
  await control.focus()
  await control.press('Enter')
}

test('lockers that are over: called, cleared and returned until none is; one out of order and back @desk', async ({ page, openSite }) => {
  test.slow()
  const tw = { locale: 'tw' } as const
  await enterConsole(page, openSite)
  await visit(page, '/staff/lockers')
  await expect(page.getByRole('link', { name: new RegExp(m.locker_desk_over({}, tw)) }).first()).toBeVisible()
  await looksRight(page)

  // The calling list: J opens the first, whoever is over longest; the call is noted.
  await visit(page, '/staff/lockers?view=over')
  const entries = page.getByRole('listitem').filter({ hasText: /逾期 \d+ 天/ })
  await expect(entries).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/locker=/)
  await press(page.getByRole('button', { name: m.locker_desk_note_call({}, tw) }))
  const dialog = page.getByRole('dialog')
  await dialog.getByText(m.locker_call_promised({}, tw), { exact: true }).click()
  await dialog.getByLabel(m.locker_desk_call_note({}, tw)).fill('週六來拿')
  await press(dialog.getByRole('button', { name: m.locker_desk_save({}, tw) }))
  await expect(page.getByRole('region', { name: m.locker_column_calls({}, tw) }).getByText('週六來拿')).toBeVisible()
  await looksRight(page)

  // Long over: it is cleared, and the next one opens by itself.
  const first = new URL(page.url()).searchParams.get('locker')
  await press(page.getByRole('button', { name: m.locker_desk_clear({}, tw) }))
  await press(dialog.getByRole('button', { name: m.locker_desk_clear({}, tw) }))
  await expect(entries).toHaveCount(1)
  await expect(page).toHaveURL((url) => url.searchParams.get('locker') !== first && url.searchParams.has('locker'))

  // In English on a tablet: returned at the desk, and none is over.
  const en = { locale: 'en' } as const
  await page.setViewportSize({ width: 768, height: 1000 })
  await speak(page.context(), 'en', openSite)
  await visit(page, new URL(page.url()).pathname + new URL(page.url()).search)
  await press(page.getByRole('button', { name: m.locker_desk_return({}, en), exact: true }))
  await press(dialog.getByRole('button', { name: m.locker_desk_return({}, en), exact: true }))
  await expect(page.getByText(m.locker_desk_none_over({}, en))).toBeVisible()

  // An empty locker breaks and is repaired; on the plan it says so in words too.
  await visit(page, '/staff/lockers')
  const free = page.getByRole('link', { name: new RegExp(` ${m.locker_desk_free({}, en)}$`) }).last()
  const number = (await free.getAttribute('aria-label'))!.split(' ')[0]!
  await press(free)
  await press(page.getByRole('button', { name: m.locker_desk_break({}, en), exact: true }))
  await dialog.getByLabel(m.locker_desk_why({}, en)).fill('The lock is stuck')
  await press(dialog.getByRole('button', { name: m.locker_desk_break({}, en), exact: true }))
  await expect(page.getByText('The lock is stuck')).toBeVisible()
  await looksRight(page)
  await press(page.getByRole('button', { name: m.locker_desk_repair({}, en) }))
  await press(dialog.getByRole('button', { name: m.locker_desk_repair({}, en) }))
  await expect(dialog).toHaveCount(0)
  await visit(page, '/staff/lockers')
  await expect(page.getByRole('link', { name: `${number} ${m.locker_desk_free({}, en)}`, exact: true })).toBeVisible()
})
