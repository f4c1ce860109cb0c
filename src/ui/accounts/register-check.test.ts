import { describe, expect, it } from 'vitest'
import { checkRegistration, sectionsDone, stepsDone } from './register-check.ts'
import { consentWays, type ConsentWay } from '#modules/settings/rules.ts'
import { useRegisterDraft } from './register-draft.ts'

const file = { id: 'a', name: 'consent.pdf', size: 1, type: 'application/pdf' }
const complete = {
  ...useRegisterDraft.getInitialState(),
  name: '陳新來',
  email: 'newcomer@example.com',
  account: 'newcomer',
  mobile: '0912345678',
  consent: file,
  secret: 'green rice in the wind',
  smsCode: '123456',
  strokes: [] as unknown[],
  typedName: '',
  isTicked: false,
}
const wrong = (change: Partial<typeof complete>, { isUploading = false, canText = true, consentWay = 'drawn' as ConsentWay } = {}) =>
  checkRegistration({ ...complete, ...change }, { isUploading, canText, consentWay }).map(({ path }) => path)

describe('A6 what the page can tell before it asks the server', () => {
  it('has nothing to say about a complete form', () => {
    expect(wrong({})).toEqual([])
    expect(Object.values(sectionsDone(complete, { canText: true, consentWay: 'drawn' }))).toEqual([true, true, true, true])
  })

  it('names the fields in the order in which they stand', () => {
    expect(wrong({ ...useRegisterDraft.getInitialState(), account: '-' })).toEqual(['account', 'privacyFileId', 'mobile'])
    expect(wrong({ secret: 'short', smsCode: '12' })).toEqual(['secret', 'smsCode'])
  })

  it('asks for no account name, and takes a signature on the screen as well as a paper', () => {
    expect(wrong({ account: '' })).toEqual([])
    expect(wrong({ consent: undefined, strokes: [[]] })).toEqual([])
    expect(wrong({ consent: undefined })).toEqual(['privacyFileId'])
  })

  it('takes what the centre asks for: a tick, the name typed once more, or a signature; a paper always', () => {
    const agreed = { tick: { isTicked: true }, typed: { typedName: ' 陳新來 ' }, drawn: { strokes: [[]] } }
    for (const consentWay of consentWays) {
      for (const given of consentWays)
        expect(wrong({ consent: undefined, ...agreed[given] }, { consentWay }), `${given} for ${consentWay}`).toEqual(
          given === consentWay ? [] : ['privacyFileId'],
        )
      expect(wrong({ consent: file }, { consentWay })).toEqual([])
    }
    for (const typedName of ['', ' ', '陳', '別人'])
      expect(wrong({ consent: undefined, typedName }, { consentWay: 'typed' }), typedName).toEqual(['privacyFileId'])
    expect(wrong({ consent: undefined, name: '', typedName: '' }, { consentWay: 'typed' })).toEqual(['privacyFileId'])
  })

  it('asks for no code where the centre sends no text messages', () => {
    expect(wrong({ smsCode: '' })).toEqual(['smsCode'])
    expect(wrong({ smsCode: '' }, { canText: false })).toEqual([])
    expect(wrong({ smsCode: '', mobile: '1' }, { canText: false })).toEqual(['mobile'])
    expect(sectionsDone({ ...complete, smsCode: '' }, { canText: false, consentWay: 'drawn' }).mobile).toBe(true)
  })

  it('ticks the mobile only where nothing has to be proven: six digits may be a wrong code', () => {
    expect(stepsDone(complete, { canText: true, consentWay: 'drawn' })).toEqual({ who: true, account: true, consent: true, mobile: false })
    expect(stepsDone({ ...complete, smsCode: '' }, { canText: false, consentWay: 'drawn' }).mobile).toBe(true)
  })

  it('tells a file that is still on its way from one that is missing', () => {
    const message = (isUploading: boolean) =>
      checkRegistration({ ...complete, consent: undefined }, { isUploading, canText: true, consentWay: 'drawn' })[0]?.message
    expect(message(true)).not.toBe(message(false))
  })

  it('asks a community for its name and its representative; its registration number can follow', () => {
    const community = { ...complete, kind: 'community' as const }
    expect(sectionsDone(community, { canText: true, consentWay: 'drawn' }).who).toBe(false)
    expect(
      sectionsDone({ ...community, communityName: '晨間羽球社', representative: '林羽' }, { canText: true, consentWay: 'drawn' }).who,
    ).toBe(true)
  })
})
