import { describe, expect, it } from 'vitest'
import { defaultTexts } from './own-texts.ts'
import { fillIn, nameOf, positionIn, shortNameOf } from './rules.ts'

describe('the name', () => {
  const unnamed = { name: { tw: '', en: '' }, shortName: { tw: '', en: '' } }
  it('is a neutral one until staff have given one', () => {
    expect([nameOf(unnamed, 'tw'), nameOf(unnamed, 'en')]).toEqual(['Fieldhouse 場館預約', 'Fieldhouse'])
  })
  it('is the short one where room is scarce, if there is one', () => {
    const named = { name: { tw: '海線國民運動中心', en: 'Seaside Sports Centre' }, shortName: { tw: '海線', en: '' } }
    expect([shortNameOf(named, 'tw'), shortNameOf(named, 'en')]).toEqual(['海線', 'Seaside Sports Centre'])
  })
})

describe('a position', () => {
  it.each([
    ['https://www.google.com/maps/place/X/@25.0306,121.5358,17z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d25.0311!4d121.5362', 25.0311, 121.5362],
    ['https://www.google.com/maps/@25.0306,121.5358,17z', 25.0306, 121.5358],
    ['https://www.google.com/maps/search/?api=1&query=25.0306%2C121.5358', 25.0306, 121.5358],
    ['https://maps.google.com/?q=25.0306,121.5358', 25.0306, 121.5358],
    ['https://www.openstreetmap.org/?mlat=25.0306&mlon=121.5358#map=17/25.1/121.6', 25.0306, 121.5358],
    ['https://www.openstreetmap.org/#map=17/25.0306/121.5358', 25.0306, 121.5358],
    ['https://maps.apple.com/?ll=25.0306,121.5358&z=15', 25.0306, 121.5358],
    ['geo:25.0306,121.5358', 25.0306, 121.5358],
    ['25.0306, 121.5358', 25.0306, 121.5358],
    ['-33.8568 151.2153', -33.8568, 151.2153],
  ])('is found in %s', (text, latitude, longitude) => expect(positionIn(text)).toEqual({ latitude, longitude }))

  it.each(['', '臺北市大安區', 'https://maps.app.goo.gl/abc', '125.03, 121.5', '%E0%A4%A'])('is not found in %s', (text) =>
    expect(positionIn(text)).toBeUndefined(),
  )
})

describe('the texts that the service comes with', () => {
  const centre = {
    name: { tw: '海線國民運動中心', en: 'Seaside Sports Centre' },
    shortName: { tw: '', en: '' },
    address: { tw: '臺中市', en: 'Taichung' },
    phone: '04-2345-6789',
    email: '',
  }
  it('fill in the centre’s name and contact, and say where to ask when one is missing', () => {
    const text = fillIn(defaultTexts.privacy.tw, centre, 'tw', '（請洽服務櫃檯）')
    for (const words of ['海線國民運動中心', '04-2345-6789', '電子郵件：（請洽服務櫃檯）']) expect(text).toContain(words)
    expect(text).not.toMatch(/\{\w+\}/)
  })
  it('leave other braces alone', () => expect(fillIn('{name} {centre}', centre, 'en', '')).toBe('{name} Seaside Sports Centre'))

  it('tell what Article 8 of the Personal Data Protection Act asks for', () => {
    for (const words of ['蒐集目的', '資料類別', '期間', '地區', '對象', '方式', '第 3 條', '不提供'])
      expect(defaultTexts.privacy.tw).toContain(words)
  })
  it('have the same sections in both languages', () => {
    for (const { tw, en } of [defaultTexts.privacy, defaultTexts.terms]) expect(tw.match(/^## /gm)!.length).toBe(en.match(/^## /gm)!.length)
  })
})
