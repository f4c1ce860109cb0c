import { expect, it } from 'vitest'
import { layOutMail } from './mail-layout.ts'
import { testLetterhead } from '#testing/read-letter.ts'

const link = 'https://centre.example/emailValidation?token=a.b&x=1'

it('a mail keeps the text as it was written, and ends with the name of the centre', () => {
  const { text } = layOutMail({ subject: 's', body: `您好，\n\n請開啟：\n${link}\n`, locale: 'tw' }, testLetterhead)
  expect(text).toContain(`您好，\n\n請開啟：\n${link}\n\n-- \n測試運動中心\n`)
})

it('a mail has a button for the first link on a line of its own, and shows its address too', () => {
  const body = `Hello\nPlease open:\n${link}\nThank you\n\nhttps://centre.example/second`
  const { html } = layOutMail({ subject: 's', body, locale: 'en' }, testLetterhead)
  const escaped = link.replace('&', '&amp;')
  expect(html.match(/display:inline-block/g)).toHaveLength(1)
  expect(html).toContain(`<a href="${escaped}" style="display:inline-block`)
  expect(html).toContain(`>${escaped}</a>`)
  expect(html).toContain('Hello<br>Please open:</p>')
  expect(html).toContain('<a href="https://centre.example/second"')
})

it('a mail declares its language and title for screen readers', () => {
  const { html } = layOutMail({ subject: '確認信箱', body: '內文', locale: 'tw' }, testLetterhead)
  expect(html).toContain('<html lang="zh-Hant-TW">')
  expect(html).toContain('<title>確認信箱</title>')
  expect(html).toContain('<h1')
})

it('a mail has the centre’s contact, logo and colour', () => {
  const logo = { address: 'https://centre.example/api/Centre/Logo/mark?v=1', width: 200, height: 72 }
  const own = { name: '海線<運動>中心', contact: ['臺中市 1 號', '04-2345-6789'], accent: '#8a1c4a', logo }
  const { text, html } = layOutMail({ subject: 's', body: `請開啟：\n${link}`, locale: 'tw' }, own)
  expect(text).toContain('-- \n海線<運動>中心\n臺中市 1 號\n04-2345-6789\n')
  expect(html).toContain('海線&lt;運動&gt;中心<br>臺中市 1 號<br>04-2345-6789')
  expect(html).toContain('src="https://centre.example/api/Centre/Logo/mark?v=1" alt="" width="100" height="36"')
  expect(html.match(/#8a1c4a/g)!.length).toBeGreaterThanOrEqual(3)
})

it('a mail escapes markup in its text', () => {
  const { html } = layOutMail(
    { subject: '<b>', body: 'Dear <img src=x onerror="1">\n\nhttps://x.example/"onmouseover="1', locale: 'en' },
    testLetterhead,
  )
  expect(html).not.toMatch(/<img|<b>|"onmouseover/)
})
