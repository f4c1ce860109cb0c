import { describe, expect, it } from 'vitest'
import { RulesFile, ruleGroupNames, ruleGroups } from './rules-wire.ts'
import { consentForms, consentWays, defaultSettings, mayConsentBy } from './rules.ts'

const problems = (file: object) => {
  const parsed = RulesFile.safeParse(file)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path.join('.'), message])
}

describe('rules of a centre', () => {
  it.each(ruleGroupNames)('have defaults that fit their own bounds: %s', (group) => {
    expect(ruleGroups[group].parse(defaultSettings[group])).toEqual(defaultSettings[group])
  })

  it('refuse a group that is not known, and a value without its group’s others', () => {
    expect(RulesFile.safeParse({ bookings: {} }).success).toBe(false)
    expect(problems({ checkIn: { opensMinutes: 30 } })).toEqual([['checkIn.noShowMinutes', expect.any(String)]])
  })

  it('know three ways to consent on the screen, of which each takes itself, what is more formal and the paper', () => {
    const taken = consentWays.map((asked) => [asked, ...consentForms.filter((given) => mayConsentBy(given, asked))])
    expect(taken).toEqual([
      ['tick', 'tick', 'typed', 'drawn', 'paper'],
      ['typed', 'typed', 'drawn', 'paper'],
      ['drawn', 'drawn', 'paper'],
    ])
    for (const consent of [{ way: 'paper' }, { way: '' }, {}]) expect(problems({ consent })).toEqual([['consent.way', expect.any(String)]])
  })

  it('refuse refund tiers that rise as the day comes nearer, or that leave the last day open', () => {
    const tiers = (hourly: object[]) => problems({ refunds: { ...defaultSettings.refunds, hourly } })
    const [all, half, none] = [
      { days: 3, percent: 100 },
      { days: 1, percent: 50 },
      { days: 0, percent: 0 },
    ]
    expect(tiers([all, half, none])).toEqual([])
    expect(tiers([half, all, none])).toEqual([['refunds.hourly', 'field_tiers_descend']])
    expect(tiers([{ days: 3, percent: 40 }, half, none])).toEqual([['refunds.hourly', 'field_tiers_descend']])
    expect(tiers([all, half])).toEqual([['refunds.hourly', 'field_last_tier_zero']])
  })

  it('refuse a warning that would come after the deadline, and a week shorter than a day', () => {
    const booking = { ...defaultSettings.booking, payMinutes: 10, warnMinutes: 10, minutesPerWeek: 60 }
    expect(problems({ booking })).toEqual([
      ['booking.warnMinutes', 'field_warn_before_deadline'],
      ['booking.minutesPerWeek', 'field_week_less_than_day'],
    ])
  })

  it('refuse two kinds of documents with one code, and none at all', () => {
    const [kind] = defaultSettings.documents.kinds
    expect(problems({ documents: { kinds: [kind, kind], atMost: 10 } })).toEqual([['documents.kinds', 'field_code_twice']])
    expect(problems({ documents: { kinds: [], atMost: 10 } })[0]?.[0]).toBe('documents.kinds')
    expect(problems({ documents: { kinds: [{ ...kind, retired: true }], atMost: 10 } })).toEqual([['documents.kinds', 'field_required']])
  })
})
