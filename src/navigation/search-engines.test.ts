import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { robotsText, sitemapXml } from './search-engines.ts'

let service: TestService
let admin: TestMember
beforeAll(async () => {
  service = await openTestService({ demo: false })
  await smallCentre(service.db)
  await setUp(true)
  admin = await service.newMember({ role: 'admin' })
})
afterAll(() => service.close())

const ask = (request: Request) => service.app.fetch(request)
const site = 'https://park.example'
const setUp = (isSetUp: boolean) =>
  service.db
    .updateTable('centre')
    .set({ set_up_at: isSetUp ? service.clock.now() : null })
    .execute()
const open = (siteAccess: string) => service.call('PUT', '/api/Staff/Setting', { as: admin, body: { siteAccess } })

describe('search engines', () => {
  it('find nothing on the wired site', async () => {
    await open('wired')
    expect(await robotsText(ask, site)).toBe('User-agent: *\nDisallow: /\n')
    expect(await sitemapXml(ask, site)).toBeUndefined()
  })

  it('find nothing of an open site whose doors are not open yet', async () => {
    await open('open')
    await setUp(false)
    expect(await robotsText(ask, site)).toBe('User-agent: *\nDisallow: /\n')
    expect(await sitemapXml(ask, site)).toBeUndefined()
    await setUp(true)
  })

  it('find the open site, and nothing of the member area', async () => {
    await open('open')
    const robots = await robotsText(ask, site)
    expect(robots).toContain(`Sitemap: ${site}/sitemap.xml`)
    for (const path of ['/member', '/en/member', '/tw/order', '/api/', '/login']) expect(robots.split('\n')).toContain(`Disallow: ${path}`)
    const xml = (await sitemapXml(ask, site))!
    const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
    expect(addresses).toContain(`${site}/tw`)
    expect(addresses).toContain(`${site}/en/venues/1`)
    expect(addresses.filter((one) => /member|order|login|api/.test(one!))).toEqual([])
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('find each page in both languages and without one', async () => {
    const xml = (await sitemapXml(ask, site))!
    const venue = xml.split('\n').find((line) => line.includes(`<loc>${site}/en/venues/3</loc>`))!
    expect(venue).toContain(`hreflang="zh-Hant-TW" href="${site}/tw/venues/3"`)
    expect(venue).toContain(`hreflang="en-GB" href="${site}/en/venues/3"`)
    expect(venue).toContain(`hreflang="x-default" href="${site}/venues/3"`)
  })
})
