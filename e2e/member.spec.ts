import type { APIRequestContext } from '@playwright/test'
import {
  enterAsNewMember,
  expect,
  expectAccessible,
  logIn,
  newMember,
  type NewMember,
  pdf,
  reload,
  section,
  speak,
  test,
  visit,
  visitSetting as setting,
} from './journey.ts'

/** Calls of a staff member through the API. */
async function asStaff(playwright: { request: { newContext(options: object): Promise<APIRequestContext> } }, baseURL: string) {
  const request = await playwright.request.newContext({ baseURL })
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: 'staff', secret: 'fieldhouse-demo' } })
  const headers = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
  return {
    async review(kind: 'Identity' | 'Community', member: NewMember, decision: 'approve' | 'refuse', reason = '') {
      const list = (await (await request.get(`/api/Staff/${kind}/List?pageSize=100`, { headers })).json()) as {
        items: { memberId: string; proofId?: string }[]
      }
      const { proofId, memberId } = list.items.find((item) => item.memberId === member.id)!
      const answer = await request.post(`/api/Staff/${kind}/Review`, { headers, data: { proofId, memberId, decision, reason } })
      expect(answer.status(), await answer.text()).toBe(204)
    },
    close: () => request.dispose(),
  }
}

test('C6 A22 an ordinary member who is sent away from the club area learns why, and how to apply', async ({ page, baseURL }) => {
  await enterAsNewMember(page, 'en', baseURL!)
  await visit(page, '/member/order/schedule')
  await expect(page).toHaveURL(/\/member\?notice=community_only$/)
  await expect(page.getByText('This area is for community accounts.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Apply', exact: true }).click()
  await expect(page).toHaveURL(/\/member\/setting#community$/)
  await expect(page.getByRole('heading', { name: 'Club or community' })).toBeInViewport()
})

test('C12 the longest menu, of a club in English, fits every width from a small tablet on', async ({ page, context, baseURL }) => {
  await speak(context, 'en', baseURL!)
  await logIn(page, 'community', 'fieldhouse-demo')
  await page.setViewportSize({ width: 768, height: 600 })
  await visit(page, '/member')
  for (const width of [768, 900, 1000, 1100, 1280]) {
    await page.setViewportSize({ width, height: 600 })
    const boxes = await page
      .locator('header a:visible, header button:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    expect(boxes.length).toBeGreaterThan(7)
    for (const [n, box] of boxes.entries()) {
      expect(box.height, `one line at ${width}`).toBeLessThan(50)
      expect(box.left, `no overlap at ${width}`).toBeGreaterThanOrEqual(boxes[n - 1]?.right ?? 0)
      expect(box.right, `inside at ${width}`).toBeLessThanOrEqual(width)
    }
  }
})

test('A23 B8 a name is changed; what is typed and not saved outlives a reload and a switch of the language', async ({ page, baseURL }) => {
  await enterAsNewMember(page, 'tw', baseURL!)
  await setting(page)
  const profile = section(page, 'profile')
  await profile.getByLabel('姓名').fill('')
  await profile.getByRole('button', { name: '儲存' }).click()
  await expect(profile.getByLabel('姓名')).toBeFocused()
  await expect(profile.getByLabel('姓名')).toHaveAccessibleDescription('此欄必填')
  await profile.getByLabel('姓名').fill('林大步')
  await profile.getByLabel('緊急聯絡人').fill('林媽媽')

  await reload(page)
  await expect(profile.getByLabel('姓名')).toHaveValue('林大步')
  await page.getByRole('radio', { name: 'English' }).check()
  await expect(profile.getByLabel('Emergency contact')).toHaveValue('林媽媽')
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(profile.getByText('Saved')).toBeVisible()

  await reload(page)
  await expect(profile.getByLabel('Name', { exact: true })).toHaveValue('林大步')
  expect(await page.evaluate(() => sessionStorage.getItem('fieldhouse_drafts'))).not.toContain('林大步')
})

test('A23 appearance is kept in the browser', async ({ page, baseURL }) => {
  await enterAsNewMember(page, 'en', baseURL!)
  await setting(page)
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await reload(page)
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expectAccessible(page)
})

/** Tests on the server with SITE_ACCESS=open, where the member area can be opened directly. */
test.describe('on the open site', () => {
  test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

  test('A22 a member is greeted, sees their card, and goes on from there', async ({ page, baseURL }) => {
    const member = await enterAsNewMember(page, 'tw', baseURL!)
    await visit(page, '/member')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${member.name}，您好`)
    const card = page.getByRole('region', { name: '會員卡' })
    await expect(card).toContainText(member.account)
    await expect(card).toContainText('一般民眾')
    await expectAccessible(page)
    await page.getByRole('link', { name: /登入裝置/ }).click()
    await expect(page).toHaveURL(/\/member\/setting#sessions$/)
    await expect(page.getByRole('heading', { name: '登入裝置' })).toBeInViewport()
  })

  test('A23 B45 an identity needs proof, waits for staff, is refused with a reason, sent again and approved', async ({
    page,
    context,
    playwright,
    baseURL,
  }) => {
    const member = await newMember(page.request)
    const staff = await asStaff(playwright, baseURL!)
    await speak(context, 'tw', baseURL!)
    await logIn(page, member.email, member.secret)
    await setting(page)
    const identity = section(page, 'identity')
    await identity.getByText('變更身分別或更新證明').click()
    await identity.getByLabel('身分別', { exact: true }).selectOption({ label: '學生' })
    await identity.getByLabel('證明文件').setInputFiles(pdf('student-card.pdf'))
    await identity.getByRole('button', { name: '送出審核' }).click()
    await expect(identity.getByText('審核中')).toBeVisible()
    await identity.getByRole('button', { name: '檢視 student-card.pdf' }).click()
    const sheet = page.getByRole('dialog', { name: 'student-card.pdf' })
    await expect(sheet.getByRole('link', { name: '在新分頁開啟' })).toHaveAttribute('href', /^blob:/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(identity.getByRole('button', { name: '檢視 student-card.pdf' })).toBeFocused()

    await staff.review('Identity', member, 'refuse', '學生證已過期')
    await visit(page, '/member')
    await expect(page.getByText('原因：學生證已過期')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: '補件並重新送出' }).click()
    await identity.getByLabel('證明文件').setInputFiles(pdf('student-card-2026.pdf'))
    await identity.getByRole('button', { name: '送出審核' }).click()
    await expect(identity.getByText('審核中')).toBeVisible()
    await staff.review('Identity', member, 'approve')
    await reload(page)
    await expect(identity.getByText('已通過')).toBeVisible()
    await staff.close()
  })

  test('A23 a club applies with documents, reads why it was refused, applies again and is one once staff approve', async ({
    page,
    context,
    playwright,
    baseURL,
  }) => {
    const member = await newMember(page.request)
    const staff = await asStaff(playwright, baseURL!)
    await speak(context, 'en', baseURL!)
    await logIn(page, member.email, member.secret)
    await setting(page)
    const community = section(page, 'community')
    await community.getByText('Apply for a community account').click()
    await community.getByLabel('Name of the club or community').fill('Qinghe Night Badminton')
    await community.getByLabel('Registration number').fill('2026-17')
    await community.getByLabel('Documents').setInputFiles(pdf('certificate.pdf'))
    await expect(community.getByRole('listitem')).toHaveCount(1)
    await community.getByLabel('Add another document').setInputFiles(pdf('roster.pdf'))
    await expect(community.getByRole('listitem')).toHaveCount(2)
    await community.getByRole('button', { name: 'Remove roster.pdf' }).click()
    await expectAccessible(page)
    await community.getByRole('button', { name: 'Send the application' }).click()
    await expect(community.getByText('The application is under review')).toBeVisible()
    await expect(community.getByRole('button', { name: 'View certificate.pdf' }).first()).toBeVisible()

    await staff.review('Community', member, 'refuse', 'The roster is missing')
    await visit(page, '/member')
    await expect(page.getByText('Reason: The roster is missing')).toBeVisible()
    await page.getByRole('link', { name: 'Send what is missing' }).click()
    await community.getByLabel('Add another document').setInputFiles(pdf('roster.pdf'))
    await expect(community.getByRole('button', { name: 'Remove roster.pdf' })).toBeVisible()
    await expect(community.getByRole('progressbar')).toHaveCount(0)
    await community.getByRole('button', { name: 'Send the application' }).click()
    await expect(community.getByText('The application is under review')).toBeVisible()
    await staff.review('Community', member, 'approve')
    await visit(page, '/member')
    await expect(page.getByRole('region', { name: 'Member card' })).toContainText('Qinghe Night Badminton')
    await staff.close()
  })
})

test('C6 an ordinary member’s way around', async ({ page, context, baseURL }) => {
  await speak(context, 'tw', baseURL!)
  await logIn(page, 'member')
  for (const path of ['', '/create', '/P261115ABCDEFG']) {
    await visit(page, `/member/order/schedule${path}`)
    await expect(page).toHaveURL(/\/member\?notice=community_only$/)
  }
  await expect(page.getByText('季租登記', { exact: true })).toHaveCount(0)
})
