import { randomInt } from 'node:crypto'
import { m } from '#i18n/generated/messages.js'
import { goToPay } from './booking.ts'
import { choice, invite, join, openBrowser, openFromMine, openMine } from './clubs.ts'
import { expect, logIn, looksRight, newMember, readMessage, test } from './journey.ts'
import { almostFree, caller, cell, chooseCourt, expectChecked, fillAbout, newCommunity, submit } from './preorders.ts'

const tw = { locale: 'tw' } as const
const [people, seasons, refunds] = ['/member/club', '/member/order/schedule', '/member/order/refund']

test('a club of three through a season, each under their own name, and its handing over', async ({ browser, baseURL, request }) => {
  test.slow()
  const staff = await caller(request, 'staff')
  const club = `三人羽球社${randomInt(1e6)}`
  const first = await newCommunity(request, staff, club)
  const members = [await newMember(request, { name: '陳預約' }), await newMember(request, { name: '林財務' })] as const
  const open = () => openBrowser(browser, baseURL!, tw, true)
  const [owner, booker, treasurer] = [await open(), await open(), await open()]

  // The owner invites two people, who join by the mailed link
  await logIn(owner, first.email, first.secret)
  await openFromMine(owner, people, tw)
  await invite(owner, members[0].email, 'booker', tw)
  await invite(owner, members[1].email, 'treasurer', tw)
  await looksRight(owner)
  await join(booker, members[0], club, tw)
  await join(treasurer, members[1], club, tw)

  // The booker hands in a season
  await openFromMine(booker, seasons, tw)
  await booker.getByRole('main').locator('a[href^="/member/order/schedule/create"]').first().click()
  await chooseCourt(booker, 0)
  await cell(booker, almostFree('週三')).first().click()
  await expectChecked(booker)
  await fillAbout(booker, '週三團練')
  await submit(booker).click()
  await expect(booker.getByRole('heading', { name: '登記完成' })).toBeFocused()
  await booker.getByRole('link', { name: '查看這份登記' }).click()
  await expect(booker.getByText('已登記，等候審核')).toBeVisible()
  const orderNo = /P\d{6}\w{7}/.exec(booker.url())![0]
  await staff('post', '/api/Staff/PreOrder/Review', { orderNo, decision: 'approved', note: '' })

  // The treasurer pays it by transfer
  await openFromMine(treasurer, seasons, tw)
  await treasurer
    .getByRole('article', { name: /週三團練/ })
    .getByRole('link', { name: '查看明細' })
    .click()
  await expect(treasurer.getByRole('region', { name: '已核定，請繳費' })).toBeVisible()
  await goToPay(treasurer, treasurer.getByRole('button', { name: '前往付款' }), 'ATM 轉帳')
  await treasurer.locator('button[value=atm]').click()
  await treasurer.locator('form[action$=Counter] button').click()
  await expect(treasurer.getByText('付款完成')).toBeVisible()

  // The booker gives a date back; to which account its money goes is not theirs to say
  await openFromMine(booker, seasons, tw)
  await booker
    .getByRole('article', { name: /週三團練/ })
    .getByRole('link', { name: '查看明細' })
    .click()
  await expect(booker.getByText('整季時段已確定')).toBeVisible()
  await booker.getByRole('button', { name: /歸還$/ }).last().click()
  await booker.getByRole('dialog', { name: '歸還這次時段？' }).getByRole('button', { name: '確定歸還' }).click()
  await expect(booker.getByText('已歸還', { exact: true })).toBeVisible()

  // The treasurer names the club's account, and is told when the money is there
  await openFromMine(treasurer, refunds, tw)
  const card = treasurer.getByRole('article').first()
  await expect(card.getByText(m.refund_needs_account({}, tw))).toBeVisible()
  await card.getByRole('button', { name: m.refund_give_account({}, tw) }).click()
  const bank = treasurer.getByRole('combobox', { name: '銀行' })
  await bank.pressSequentially('第一商')
  await bank.press('Enter')
  await treasurer.getByLabel('帳號').fill('0123 4567 8901')
  await expect(treasurer.getByLabel('戶名')).toHaveValue(club)
  await treasurer
    .getByLabel('存摺封面')
    .setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await treasurer.screenshot({ type: 'jpeg' }) })
  await expect(treasurer.getByText('已上傳：cover.jpg')).toBeAttached()
  await treasurer.getByRole('button', { name: m.refund_account_send({}, tw) }).click()
  await expect(card).toContainText('007 第一商業銀行 ••••8901')
  const refundNo = (await card.getAttribute('id'))!
  await staff('post', '/api/Staff/Refund/Paid', { refundNo, note: '' })

  // The owner hands over to the booker, who accepts
  await openFromMine(owner, people, tw)
  await owner.getByRole('button', { name: m.club_hand_over_named({ name: '陳預約' }, tw) }).click()
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: m.club_hand_over({}, tw) })
    .click()
  await expect(owner.getByText(m.club_offered_to({ name: '陳預約' }, tw))).toBeVisible()
  await openFromMine(booker, people, tw)
  await booker.getByRole('button', { name: m.club_take_over({}, tw) }).click()
  await booker
    .getByRole('dialog')
    .getByRole('button', { name: m.club_take_over({}, tw) })
    .click()
  await expect(booker.getByRole('heading', { name: m.club_invite_title({}, tw) })).toBeVisible()
  await readMessage(request, members[1].email, /陳預約/)

  // The owner of before leaves: their login ends, the club goes on
  await openFromMine(owner, people, tw)
  await owner.getByRole('button', { name: m.club_leave({}, tw) }).click()
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: m.club_leave({}, tw) })
    .click()
  await expect(owner).toHaveURL(/\/login/)
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: first.email, secret: first.secret } })
  expect(login.status()).toBe(400)

  // Back to oneself by one tap
  await openMine(booker, tw)
  await choice(booker, '陳預約').click()
  await expect(choice(booker, '陳預約')).toHaveAttribute('aria-pressed', 'true')
  for (const page of [owner, booker, treasurer]) await page.context().close()
})
