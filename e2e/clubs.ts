import type { Browser, Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { m } from '#i18n/generated/messages.js'
import { expect, linkIn, ready, readMessage, speak, visit, type NewMember } from './journey.ts'

export type Spoken = { locale: 'tw' | 'en' }

/** Somebody with a browser of their own. */
export async function openBrowser(browser: Browser, baseURL: string, { locale }: Spoken, isPhone: boolean): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: isPhone ? { width: 360, height: 780 } : { width: 1440, height: 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    timezoneId: 'Asia/Taipei',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': `10.9.${randomInt(255)}.${randomInt(255)}` },
  })
  await speak(context, locale, baseURL)
  return context.newPage()
}

/** The owner asks somebody by mail, on the page of the club's people. */
export async function invite(page: Page, email: string, role: 'booker' | 'treasurer', spoken: Spoken): Promise<void> {
  const name = { booker: m.club_role_booker({}, spoken), treasurer: m.club_role_treasurer({}, spoken) }[role]
  await page.getByLabel(m.club_invite_email({}, spoken)).fill(email)
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check({ force: true })
  await page.getByRole('button', { name: m.club_invite_send({}, spoken) }).click()
  const waiting = page.getByRole('region', { name: m.club_invited_title({}, spoken) })
  await expect(waiting.getByRole('listitem').filter({ hasText: email })).toContainText(name)
}

/** Opens the mailed link, logs in as asked there, and accepts. */
export async function join(page: Page, member: NewMember, club: string, spoken: Spoken): Promise<void> {
  const link = linkIn(await readMessage(page.request, member.email, new RegExp(club)))
  await page.goto(link)
  await ready(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.club_join_title({ club }, spoken))
  await page
    .getByRole('main')
    .getByRole('link', { name: m.nav_login({}, spoken) })
    .click()
  await page.getByLabel(m.login_name({}, spoken)).fill(member.email)
  await page.getByLabel(m.login_secret({}, spoken), { exact: true }).fill(member.secret)
  await page
    .getByRole('main')
    .getByRole('button', { name: m.login_submit({}, spoken), exact: true })
    .click()
  await page.getByRole('button', { name: m.club_join_accept({}, spoken) }).click()
  await expect(choice(page, club)).toHaveAttribute('aria-pressed', 'true')
}

/** The button of a party for which somebody acts, on their first page. */
export const choice = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })

/** The first page of the member area, by the menu: a club of the wired site comes to its seasons first. */
export async function openMine(page: Page, spoken: Spoken): Promise<void> {
  await visit(page, '/')
  await page
    .getByRole('link', { name: m.nav_me({}, spoken), exact: true })
    .or(page.getByRole('banner').getByRole('link', { name: m.nav_member({}, spoken), exact: true }))
    .locator('visible=true')
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(m.member_greeting({ name: '.+' }, spoken)) })).toBeVisible()
}

/** From there to a page that it links to. */
export async function openFromMine(page: Page, path: string, spoken: Spoken): Promise<void> {
  await openMine(page, spoken)
  await page.getByRole('main').locator(`a[href$="${path}"]`).locator('visible=true').first().click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await ready(page)
}
