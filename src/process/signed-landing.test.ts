import { expect, it } from 'vitest'
import { landingLink } from '#modules/logins/landing-link.ts'
import { signUndo } from '#modules/logins/rules.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { signedLanding } from './signed-landing.ts'

const now = new Date('2026-11-15T10:00:00+08:00')
const tokens = new Tokens('a secret that only tests know, long enough')
const isSigned = signedLanding(tokens, { now: () => now })
const at = (path: string) => isSigned(new URL(path, 'http://park.test'))
const link = (expires: string, from = tokens) => from.signLink('0b4a', 'confirm-email', now, new Date(expires))

it('C4 accepts a landing that was signed here, in any letter case and language', async () => {
  const token = await link('2026-11-18T10:00:00+08:00')
  for (const path of ['/emailValidation', '/EMAILVALIDATION', '/en/emailValidation', '/emailvalidation/'])
    expect(await at(`${path}?token=${token}`), path).toBe(true)
})

it('C4 accepts an expired link, so that its page can offer another', async () => {
  expect(await at(`/emailValidation?token=${await link('2026-11-14T10:00:00+08:00')}`)).toBe(true)
})

it('C4 refuses rubbish, a token of another kind, and another page', async () => {
  const token = await link('2026-11-18T10:00:00+08:00')
  const forged = await link('2026-11-18T10:00:00+08:00', new Tokens('a secret that somebody else has made up'))
  for (const path of [
    '/emailValidation',
    '/emailValidation?token=',
    '/emailValidation?token=rubbish',
    `/emailValidation?token=${forged}`,
    `/venues?token=${token}`,
  ])
    expect(await at(path), path).toBe(false)
})

it('C4 accepts a return from the payment gateway by its reference', async () => {
  const ref = tokens.signReference('F261115K7M3XQABCDEF')
  for (const path of ['/redirectToResult', '/REDIRECTTORESULT', '/en/redirectToResult', '/redirecttoresult/'])
    expect(await at(`${path}?ref=${ref}`), path).toBe(true)
  const others = new Tokens('a secret that somebody else has made up').signReference('F261115K7M3XQABCDEF')
  for (const wrong of ['', 'rubbish', '.', ref.slice(0, -1), ref.replace('F26', 'F27'), others])
    expect(await at(`/redirectToResult?ref=${wrong}`), wrong).toBe(false)
  expect(await at(`/venues?ref=${ref}`)).toBe(false)
  expect(await at(`/member/order/payment-complete?ref=${ref}`)).toBe(true)
  expect(await at(`/emailValidation?token=${ref}`)).toBe(false)
})

it('C4 accepts the link of a report, of the sign on a court and of an invitation to rate, each for its own page', async () => {
  const signed = { '/repair': ['R-1042', 'court-3'], '/water': ['W-1043'], '/satisfaction': ['visit-F261115K7M3XQ'] }
  for (const path of Object.keys(signed))
    for (const [page, references] of Object.entries(signed))
      for (const reference of references)
        expect(await at(`/en${path}?court=3&ref=${tokens.signReference(reference)}`), `${path} ${reference}`).toBe(page === path)
  expect(await at('/repair?court=3')).toBe(false)
  expect(await at('/repair?court=3&ref=court-3.rubbish')).toBe(false)
})

it('C4 accepts the link by which an order is paid, and no other reference for that page', async () => {
  const ref = tokens.signPayLink('F261115K7M3XQZ')
  for (const path of ['/pay', '/en/pay', '/PAY/']) expect(await at(`${path}?ref=${ref}`), path).toBe(true)
  for (const wrong of ['', 'x', ref.slice(0, -1), tokens.signReference('F261115K7M3XQZ')])
    expect(await at(`/pay?ref=${wrong}`), wrong).toBe(false)
  expect(await at(`/redirectToResult?ref=${ref}`)).toBe(false)
})

it('C4 accepts the link that undoes a change of contact, and no other reference for that page', async () => {
  const ref = tokens.signReference(signUndo('6f1cf0f2-3d8e-4b6f-9d5e-0d5c6f0f2a11'))
  for (const path of ['/undoChange', '/en/undochange/']) expect(await at(`${path}?ref=${ref}`), path).toBe(true)
  for (const other of [tokens.signReference('F261115K7M3XQABCDEF'), `${ref}x`, '']) expect(await at(`/undoChange?ref=${other}`)).toBe(false)
  expect(await at(`/repair?ref=${ref}`)).toBe(false)
})

it('C4 accepts the preview link of an article or a highlight, and no other link for that page', async () => {
  const preview = await tokens.signLink('7', 'preview-article', now, new Date('2026-11-22T10:00:00+08:00'))
  for (const path of ['/news/detail', '/en/documents/detail', '/News/Detail/'])
    expect(await at(`${path}?preview=${preview}`), path).toBe(true)
  expect(await at(`/news/detail?preview=${await link('2026-11-18T10:00:00+08:00')}`)).toBe(false)
  const story = await tokens.signLink('7', 'preview-highlight', now, new Date('2026-11-22T10:00:00+08:00'))
  const past = await tokens.signLink('7', 'preview-highlight', now, new Date('2026-11-14T10:00:00+08:00'))
  for (const path of [`/highlights?preview=${story}`, `/en/Highlights/?preview=${story}`, `/highlights?preview=${past}`])
    expect(await at(path), path).toBe(true)
  for (const path of [
    '/news/detail?preview=rubbish',
    '/news/detail?id=1',
    `/news?preview=${preview}`,
    `/news/detail?preview=${story}`,
    `/highlights?preview=${preview}`,
    '/highlights?preview=rubbish',
    '/highlights?preview=',
    '/highlights',
  ])
    expect(await at(path), path).toBe(false)
})

it('C4 accepts any page that a message links to, by a signature for that page', async () => {
  const signing = { tokens, publicUrl: 'http://park.test' }
  const refund = landingLink(signing, '/member/order/refund?orderNo=F261115K7M3XQ')
  expect(refund).toMatch(/^http:\/\/park\.test\/member\/order\/refund\?orderNo=F261115K7M3XQ&signed=[\w-]{22}$/)
  expect(await isSigned(new URL(refund))).toBe(true)
  expect(await isSigned(new URL(landingLink(signing, '/draws/7'))), 'a draw whose link is passed on').toBe(true)
  expect(await at('/draws/7'), 'the same without its signature').toBe(false)
  const { searchParams } = new URL(landingLink(signing, '/member/violation'))
  const signed = searchParams.get('signed')
  for (const path of ['/member/violation', '/Member/Violation/', '/en/member/violation'])
    expect(await at(`${path}?signed=${signed}`)).toBe(true)
  for (const path of [`/member?signed=${signed}`, '/member/violation?signed=', '/member/violation?signed=rubbish', '/member/violation'])
    expect(await at(path), path).toBe(false)
  const others = landingLink({ ...signing, tokens: new Tokens('a secret that somebody else has made up') }, '/member/violation')
  expect(await isSigned(new URL(others))).toBe(false)
})

it('C4 accepts what was signed before the signing secret was rotated', async () => {
  const before = new Tokens('the secret that was used until yesterday')
  const rotated = signedLanding(new Tokens('the secret that is used from today on', 'the secret that was used until yesterday'), {
    now: () => now,
  })
  expect(await rotated(new URL(landingLink({ tokens: before, publicUrl: 'http://park.test' }, '/member/violation')))).toBe(true)
})
