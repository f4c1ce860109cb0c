import { randomInt } from 'node:crypto'
import { enterAsNewMember, enterAtIssuer, expect, expectAccessible, ready, section, test, visitSetting } from './journey.ts'

test('@desk C7 a member links an issuer, logs in by it where the visitor wanted to go on the wired site, and unlinks it; one that is down is said to be', async ({
  page,
  context,
  baseURL,
}) => {
  await enterAsNewMember(page, 'tw', baseURL!)
  await visitSetting(page)
  const factors = section(page, 'factors')
  await factors.getByRole('button', { name: '連結LINE' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '連結LINE' }).click()
  await enterAtIssuer(page, `member${Date.now() % 1e8}${randomInt(10, 99)}`)
  await expect(page).toHaveURL(/\/member\/setting\?way=linked/)
  await expect(factors.getByText('已連結，之後可以用它登入')).toBeVisible()
  await expectAccessible(page)

  await context.clearCookies({ name: /^sports_v2/ })
  await page.goto('/')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmember%2Forder%2Fschedule/)
  await page.getByRole('link', { name: '用市民卡登入' }).click()
  await expect(page.getByRole('alert')).toContainText('暫時無法連線')
  await expectAccessible(page)
  // The issuer knows its browser, and leads back at once.
  await page.getByRole('link', { name: '用LINE登入' }).click()
  await expect(page).toHaveURL(/\/member\?from=home$/)

  await visitSetting(page)
  await factors.getByRole('button', { name: '解除連結：LINE' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '解除連結' }).click()
  await expect(factors.getByRole('button', { name: '連結LINE' })).toBeVisible()
  await context.clearCookies({ name: /^sports_v2/ })
  await page.goto('/login')
  await page.getByRole('link', { name: '用LINE登入' }).click()
  await expect(page).toHaveURL(/\/register\?way=line/)
  await ready(page)
  await expect(page.getByText('您已經由LINE確認身分')).toBeVisible()
})
