import { randomInt } from 'node:crypto'
import { m } from '#i18n/generated/messages.js'
import { choice, invite, join, openBrowser, openFromMine, openMine } from './clubs.ts'
import { expect, logIn, looksRight, newMember, readMessage, test } from './journey.ts'
import { caller, newCommunity } from './preorders.ts'

const en = { locale: 'en' } as const

test('a club of two on a desk, in English: joined by link, chosen in one tap, a role changed and taken away @desk', async ({
  browser,
  baseURL,
  request,
}) => {
  const club = `Shuttle ${randomInt(1e6)}`
  const first = await newCommunity(request, await caller(request, 'staff'), club)
  const member = await newMember(request, { name: 'Ann Booker' })
  const open = () => openBrowser(browser, baseURL!, en, false)
  const [owner, booker] = [await open(), await open()]
  await logIn(owner, first.email, first.secret)
  await openFromMine(owner, '/member/club', en)
  await invite(owner, member.email, 'booker', en)
  await looksRight(owner)
  await join(booker, member, club, en)

  // For whom: said in the header, and chosen in one tap
  const acting = booker.getByRole('banner').getByRole('link', { name: m.club_acts_for({ club }, en) })
  await expect(acting).toBeVisible()
  await looksRight(booker)
  await choice(booker, 'Ann Booker').click()
  await expect(acting).toHaveCount(0)
  await choice(booker, club).click()
  await expect(acting).toBeVisible()

  // Another role, which is told; then none: what is open shows nothing of the club any more
  await openFromMine(owner, '/member/club', en)
  const treasurer = m.club_role_treasurer({}, en)
  await owner.getByRole('button', { name: m.club_role_change_named({ name: 'Ann Booker', role: treasurer }, en) }).click()
  await looksRight(owner)
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: m.club_role_change({}, en) })
    .click()
  await readMessage(request, member.email, new RegExp(m.mail_club_role_subject({ club }, { locale: 'tw' })))
  await openFromMine(booker, '/member/club', en)
  await expect(booker.getByRole('listitem').filter({ hasText: 'Ann Booker' })).toContainText(treasurer)
  await owner.getByRole('button', { name: m.club_remove_named({ name: 'Ann Booker' }, en) }).click()
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: m.club_remove({}, en) })
    .click()
  await expect(owner.getByRole('listitem').filter({ hasText: 'Ann Booker' })).toHaveCount(0)
  await openMine(booker, en)
  await expect(acting).toHaveCount(0)
  await expect(booker.getByRole('main').getByText(club)).toHaveCount(0)
  for (const page of [owner, booker]) await page.context().close()
})
