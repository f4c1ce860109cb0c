import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { enterConsole, expect, logIn, looksRight, newMember, speak, test, visit } from './journey.ts'

const saveButton = (page: Page) => page.getByRole('button', { name: '儲存', exact: true })

async function save(page: Page): Promise<void> {
  await saveButton(page).click()
  await expect(saveButton(page)).toHaveCount(0)
}

/** Appears by itself, when what a colleague has saved is read while somebody types. */
const noteOfColleague = (page: Page) => page.getByRole('status').filter({ hasText: '王館長' })

test('@desk the centre’s contact and footer: changed by two people at once, read by a visitor, found in the audit log and exported; a mail is found by its recipient', async ({
  page,
  browser,
  request,
  baseURL,
  address,
}) => {
  const spaces = `地下二樓 ${Date.now() % 1e6} 格`
  const footer = `颱風天請先來電 ${Date.now() % 1e6}`
  await enterConsole(page, baseURL!, { height: 900 })

  const desk = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'x-forwarded-for': address } })
  const other = await desk.newPage()
  await speak(desk, 'tw', baseURL!)
  await logIn(other, 'staff')

  // Two people on the same field: whoever saves second sees both versions, although the newer one was read while typing.
  await visit(page, '/staff/catalogue/centre')
  await looksRight(page)
  await visit(other, '/staff/catalogue/centre')
  await page.getByLabel('停車（中文）').fill(spaces)
  await other.getByLabel('停車（中文）').fill('同事寫的停車')
  await save(other)
  await expect(noteOfColleague(page)).toBeVisible()
  await expect(page.getByLabel('停車（中文）')).toHaveValue(spaces)
  await saveButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: '王館長' })).toBeVisible()
  const choice = page.getByRole('group', { name: '停車（中文）' })
  await expect(choice).toContainText('同事寫的停車')
  await expect(choice).toContainText(spaces)
  await looksRight(page)
  await choice.getByRole('radio', { name: '我的' }).check()
  await page.getByRole('button', { name: '以此繼續' }).click()
  await expect(noteOfColleague(page)).toHaveCount(0)
  await save(page)
  await expect(other.getByLabel('停車（中文）'), 'read again without a reload').toHaveValue(spaces)

  // Two people on two fields: both changes are kept.
  await visit(page, '/staff/settings/texts')
  await looksRight(page)
  await visit(other, '/staff/settings/texts')
  await page.getByLabel('頁尾文字（中文）').fill(`**${footer}**`)
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: '頁尾文字' }) })
  await panel.getByRole('button', { name: '預覽', exact: true }).first().click()
  await expect(panel.locator('strong', { hasText: footer })).toBeVisible()
  await other.getByLabel('頁尾文字（英文）').fill('By a colleague')
  await save(other)
  await noteOfColleague(page).getByRole('button', { name: '檢視變更內容' }).click()
  await expect(page.getByRole('alert')).toContainText('頁尾文字（英文）')
  await page.getByRole('button', { name: '以此繼續' }).click()
  await expect(page.getByLabel('頁尾文字（英文）')).toHaveValue('By a colleague')
  await save(page)
  await desk.close()

  const visitor = await browser.newContext({ baseURL: baseURL!, locale: 'zh-TW' })
  const theirs = await visitor.newPage()
  await visit(theirs, '/login')
  await expect(theirs.getByRole('contentinfo')).toContainText(spaces)
  await expect(theirs.getByRole('contentinfo').locator('strong')).toHaveText(footer)
  await visitor.close()

  // Other journeys read the page’s foot as it was.
  const restore = panel.getByRole('button', { name: '還原預設文字' })
  await restore.nth(1).click()
  await restore.click()
  await save(page)

  await visit(page, '/staff/settings/audit')
  await looksRight(page)
  await page.getByLabel('動作').selectOption({ label: '修改中心資料' })
  const entry = page.locator('details').filter({ hasText: spaces })
  await entry.locator('summary').click()
  await expect(entry.locator('ins').filter({ hasText: spaces })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '匯出 CSV' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toContain(spaces)

  const { email } = await newMember(request)
  await visit(page, '/staff/settings/messages')
  await looksRight(page)
  await page.getByLabel('信箱或手機').fill(email)
  await page.getByRole('button', { name: '查詢' }).click()
  await expect(page.getByRole('rowheader', { name: email })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('已寄出')
})
