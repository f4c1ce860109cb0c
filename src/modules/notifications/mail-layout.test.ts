import { expect, it } from 'vitest'
import { layOutMail } from './mail-layout.ts'

const link = 'https://centre.example/emailValidation?token=a.b&x=1'

it('a mail keeps the text as it was written, and ends with the name of the centre', () => {
  const { text } = layOutMail({ subject: 's', body: `您好，\n\n請開啟：\n${link}\n`, locale: 'tw' })
  expect(text).toContain(`您好，\n\n請開啟：\n${link}\n\n-- \n青禾運動園區\n`)
})

it('a mail has a button for the first link on a line of its own, and shows its address too', () => {
  const { html } = layOutMail({
    subject: 's',
    body: `Hello\nPlease open:\n${link}\nThank you\n\nhttps://centre.example/second`,
    locale: 'en',
  })
  const escaped = link.replace('&', '&amp;')
  expect(html.match(/display:inline-block/g)).toHaveLength(1)
  expect(html).toContain(`<a href="${escaped}" style="display:inline-block`)
  expect(html).toContain(`>${escaped}</a>`)
  expect(html).toContain('Hello<br>Please open:</p>')
  expect(html).toContain('<a href="https://centre.example/second"')
})

it('a mail declares its language and title for screen readers', () => {
  const { html } = layOutMail({ subject: '確認信箱', body: '內文', locale: 'tw' })
  expect(html).toContain('<html lang="zh-Hant-TW">')
  expect(html).toContain('<title>確認信箱</title>')
  expect(html).toContain('<h1')
})

it('a mail escapes markup in its text', () => {
  const { html } = layOutMail({ subject: '<b>', body: 'Dear <img src=x onerror="1">\n\nhttps://x.example/"onmouseover="1', locale: 'en' })
  expect(html).not.toMatch(/<img|<b>|"onmouseover/)
})
