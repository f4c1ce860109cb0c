import { expect, it } from 'vitest'
import { redirectTo } from './-redirect-to.ts'

const own = 'https://park.example'

it('C11 a redirect to another origin leaves the app with a full navigation', () => {
  expect(redirectTo('https://pay.example/form?no=1', own).options).toMatchObject({
    href: 'https://pay.example/form?no=1',
    reloadDocument: true,
  })
})

it('C11 a redirect inside stays in the app', () => {
  const inside = { to: '/login', search: { redirect: '/member?a=1' } }
  expect(redirectTo('/login?redirect=%2Fmember%3Fa%3D1', own).options).toMatchObject(inside)
  expect(redirectTo(`${own}/login?redirect=%2Fmember%3Fa%3D1`, own).options).toMatchObject(inside)
})

it('C11 an address that only looks like one of ours leaves the app too', () => {
  expect(redirectTo('//evil.example/login', own).options).toMatchObject({ href: 'https://evil.example/login', reloadDocument: true })
})
