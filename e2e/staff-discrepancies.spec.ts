import { m } from '#i18n/generated/messages.js'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, expectNothingSideways, logIn, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const tw = { locale: 'tw' } as const

/** What a night has found: the provider of two payments of the demo says something else. */
const foundTwo = `
  insert into discrepancies (id, kind, day, order_id, attempt_id, asked, ours, theirs, found_at)
  select gen_random_uuid(), case when n = 1 then 'refunded-there' else 'paid-here' end, current_date - 1, order_id, id, provider, case when n = 1 then 0 else amount end,
    case when n = 1 then 100 else 0 end, now() - (3 - n) * interval '1 hour'
  from (select *, row_number() over (order by created_at, id) as n from payment_attempts where state = 'paid' and provider = 'ecpay' limit 2) a`

test('finance’s morning: two differences, read and settled with the keys of lists @desk', async ({ page, baseURL }) => {
  await inDatabase('delete from discrepancies', [])
  await inDatabase(foundTwo, [])
  await page.setViewportSize({ width: 1280, height: 900 })
  await speak(page.context(), 'tw', baseURL!)
  await logIn(page, 'staff')
  await visit(page, '/staff/discrepancies')
  const list = page.getByRole('list', { name: m.staff_screen_discrepancies({}, tw) })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: m.discrepancy_refunded_there({}, tw) })
  await expect(panel).toContainText(m.discrepancy_refunded_there_advice({}, tw))
  await expect(panel).toContainText('100')
  await page.keyboard.press('j')
  await expect(page.getByRole('region', { name: m.discrepancy_paid_here({}, tw) })).toBeVisible()
  await page.keyboard.press('k')
  await expect(panel).toBeVisible()
  await expectAccessible(page)

  await panel.getByRole('button', { name: m.discrepancies_settle({}, tw) }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: m.discrepancies_settle({}, tw) }).click()
  await expect(sheet, 'not without a note').toBeVisible()
  await sheet.getByRole('textbox', { name: m.discrepancies_note({}, tw) }).fill('主管在業者後台退費，已補登')
  await sheet.getByRole('button', { name: m.discrepancies_settle({}, tw) }).click()
  await expect(page.getByRole('region', { name: m.discrepancy_paid_here({}, tw) }), 'the next one opens').toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)

  await page.setViewportSize({ width: 360, height: 780 })
  await visit(page, '/staff/discrepancies?show=settled')
  await list.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: m.discrepancy_refunded_there({}, tw) })).toContainText('主管在業者後台退費，已補登')
  await expectNothingSideways(page)
  await expectAccessible(page)
})
