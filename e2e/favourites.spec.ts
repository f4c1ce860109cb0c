import { expect, expectAccessible, expectNothingSideways, facilitiesOfDemo, newMember, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

test('A10 a visitor who presses the heart logs in, comes back and marks the facility, which then stands first', async ({
  page,
  context,
  request,
  openSite,
}) => {
  await speak(context, 'tw', openSite)
  const member = await newMember(request)
  await visit(page, '/venues')
  const names = facilitiesOfDemo(page)
  const usual = await names.allTextContents()
  const name = usual.at(-1)!
  await names.last().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const facilityPath = new URL(page.url()).pathname
  await expectAccessible(page)
  await page.getByRole('link', { name: `登入後把${name}加入我的最愛` }).click()
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(facilityPath)}`)
  await page.getByLabel('電子郵件或帳號', { exact: true }).fill(member.email)
  await page.getByLabel('密碼', { exact: true }).fill(member.secret)
  await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click()
  await expect(page).toHaveURL(facilityPath)

  const heart = page.getByRole('button', { name: `${name}：我的最愛` })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 204),
    heart.press('Enter'),
  ])
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await page.reload()
  await expect(heart, 'kept with the account').toHaveAttribute('aria-pressed', 'true')

  await visit(page, '/')
  const today = page.getByRole('region', { name: '今天的場館' })
  await expect(today.getByRole('listitem').first()).toContainText(name)
  await visit(page, '/venues?minutes=120')
  await expect(names.first(), 'among free times').toHaveText(name)
  await visit(page, '/venues')
  await expect(names).toHaveText([name, ...usual.slice(0, -1)])

  const chip = page.getByRole('search').getByRole('link', { name: '我的最愛' })
  await chip.click()
  await expect(page).toHaveURL('/venues?mine=1')
  await expect(chip).toHaveAttribute('aria-current', 'true')
  await expect(names).toHaveText([name])
  await page.reload()
  await expect(names).toHaveText([name])
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNothingSideways(page)
  await heart.click()
  await expect(names).toHaveCount(0)
  await chip.click()
  await expect(names).toHaveText(usual)
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})
