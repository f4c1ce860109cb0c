import { deflateSync, crc32 } from 'node:zlib'
import type { APIRequestContext, Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { codeIn, enterAsNewMember, expect, expectAccessible, linkIn, logIn, readMessage, reload, speak, test, visit } from './journey.ts'

/** A photo for the upload: a PNG with one green dot. */
function dot(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(4)
    frame.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([frame, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from([0, 40, 160, 80]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const inPath = (link: string) => link.slice(new URL(link).origin.length)

async function asStaff(request: APIRequestContext): Promise<Record<string, string>> {
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: 'staff', secret: 'fieldhouse-demo' } })
  return { authorization: `Bearer ${(await login.json()).token}` }
}

async function proveMobile(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('手機號碼').first().fill(mobile)
  await page.getByRole('button', { name: '傳送驗證碼' }).first().click()
  await page
    .getByLabel('手機驗證碼')
    .first()
    .fill(codeIn(await readMessage(page.request, mobile)))
}

/** Ends the member's sessions through the API, as if from another device: the open page does not know of it yet. */
const endSessions = (page: Page) =>
  page.evaluate(async () => {
    const token = /sports_v2_jwt=([^;]+)/.exec(document.cookie)![1]!
    await fetch('/api/AccountMember/Session/EndAll', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  })

test('A13 a visitor before a court reports a fault with a photo and a code, and follows it by the link in the text', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  await speak(context, 'tw', baseURL!)
  const headers = await asStaff(request)
  const signs = await (await request.get('/api/Staff/Report/CourtLink?venue1stId=1', { headers })).json()
  await page.goto('/repair?court=103')
  await expect(page, 'C2 an address that nobody has signed does not pass').toHaveURL(/\/login/)

  await visit(page, inPath(signs[2].link))
  await expect(page.getByLabel('場館')).toHaveValue('1')
  await expect(page.getByLabel('場地')).toHaveValue('103')
  await page.getByRole('button', { name: '送出報修' }).click()
  await expect(page.getByLabel('標題'), 'to the first field that is missing').toBeFocused()

  await page.getByLabel('標題').fill('網子 <b>破了</b> 🏸')
  await page.getByLabel('詳細說明').fill('中間有一個洞。')
  await page.getByLabel('選擇照片').setInputFiles([
    { name: 'net.png', mimeType: 'image/png', buffer: dot() },
    { name: 'lie.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>') },
  ])
  await expect(page.getByRole('img', { name: '照片 1' })).toBeVisible()
  await expect(page.getByText('請上傳 JPEG、PNG 或 WebP 照片。')).toBeVisible()
  await page.getByRole('button', { name: '移除照片 2' }).click()
  await page.getByLabel('聯絡人').fill('路過的人')
  const mobile = `09${String(randomInt(1e8)).padStart(8, '0')}`
  await proveMobile(page, mobile)
  await expectAccessible(page)
  await page.getByRole('button', { name: '送出報修' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('已收到您的回報')
  const ticketNo = (await page.getByText(/^R-\d+$/).textContent())!
  await expectAccessible(page)

  await request.post('/api/Staff/Report/Move', { headers, data: { ticketNo, to: 'done', text: '已換新網。' } })
  await visit(page, inPath(linkIn(await readMessage(request, mobile, /已結案/))))
  const ticket = page.getByRole('region', { name: `案件 ${ticketNo}` })
  await expect(ticket).toContainText('網子 <b>破了</b> 🏸')
  await expect(ticket.getByRole('list', { name: '處理經過' }).getByRole('listitem')).toHaveCount(2)
  await expect(ticket).toContainText('已換新網。')
  await expectAccessible(page)
})

test.describe('on the open site', () => {
  test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

  test('A11 a member’s request keeps what was typed through a reload and an ended session, and stands below the form with its state', async ({
    page,
    openSite,
  }) => {
    const member = await enterAsNewMember(page, 'en', openSite)
    await visit(page, '/water')
    await page.getByLabel('Facility').selectOption({ label: 'Squash Courts' })
    await page.getByLabel('Leak').check()
    await page.getByLabel('Details').fill('A puddle behind the glass.')
    await reload(page)
    await expect(page.getByLabel('Details'), 'a reload loses nothing').toHaveValue('A puddle behind the glass.')
    await page.getByLabel('Choose photos').setInputFiles({ name: 'puddle.png', mimeType: 'image/png', buffer: dot() })
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await endSessions(page)
    await page.getByRole('button', { name: 'Send the request' }).click()
    await expect(page, 'an ended session asks for the login').toHaveURL(/\/login\?redirect=%2Fwater/)
    await page.getByLabel('Email or account name').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(member.secret)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(/\/water$/)
    await expect(page.getByLabel('Leak')).toBeChecked()
    await expect(page.getByLabel('Details')).toHaveValue('A puddle behind the glass.')
    await page.getByRole('button', { name: 'Send the request' }).click()
    await expect(page.getByText(/^W-\d+$/), 'one press sends it').toBeVisible()
    const mine = page.getByRole('region', { name: 'My reports' })
    await mine.getByText('Leak').first().click()
    await expect(mine.getByText('A puddle behind the glass.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Report something else' }).click()
    await expect(page.getByLabel('Details')).toHaveValue('')
  })

  test('A21 a member rates a visit by keyboard, and is not asked about it again', async ({ page, context, openSite }) => {
    await speak(context, 'tw', openSite)
    await logIn(page, 'member')
    await visit(page, '/satisfaction')
    const visits = page.getByRole('radiogroup', { name: '要評分的預約' }).getByRole('radio')
    const before = await visits.count()
    await page.getByRole('button', { name: '送出評分' }).click()
    await expect(page.getByText('請選擇星數')).toBeVisible()
    await page.getByRole('radiogroup', { name: '整體滿意度' }).getByRole('radio').first().focus()
    for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: '4 顆星，滿意' }).first()).toBeChecked()
    await page.getByRole('radiogroup', { name: '清潔' }).getByRole('radio', { name: '5 顆星，很滿意' }).check({ force: true })
    await page.getByLabel('想說的話').fill('下次再來 🏸')
    await expectAccessible(page)
    await page.getByRole('button', { name: '送出評分' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('謝謝您的評分')
    await visit(page, '/satisfaction')
    await expect(visits).toHaveCount(before - 1)
  })
})
