import { describe, expect, it } from 'vitest'
import { ruleGroups, type RuleGroup, type Rules } from '#modules/settings/rules-wire.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { daysIn } from './days-in.ts'
import { changedGroups, groupOrder, reminderBoxes, ruleFields, sayGroup } from './rule-fields.ts'
import { newTier } from './tiers-field.tsx'

const rules = Object.fromEntries(groupOrder.map((group) => [group, defaultSettings[group]])) as Rules

describe('the screen of rules', () => {
  it('has every group of the rules, and a field for each of its values', () => {
    expect(groupOrder.toSorted()).toEqual(Object.keys(ruleGroups).toSorted())
    const ownField = new Set(['lockers.remindDays'])
    const missing = Object.entries(ruleFields).flatMap(([group, fields]) =>
      Object.keys(rules[group as RuleGroup])
        .filter((key) => !(key in fields) && !ownField.has(`${group}.${key}`))
        .map((key) => `${group}.${key}`),
    )
    expect(missing).toEqual([])
  })

  it('shows every field of the reminders, each beside its switch', () => {
    expect(reminderBoxes.flat().toSorted()).toEqual(Object.keys(rules.reminders).toSorted())
    for (const [isOn, ...more] of reminderBoxes)
      expect([isOn, ...more].map((key) => ruleFields.reminders[key]?.kind)).toEqual(['switch', ...more.map(() => 'number')])
  })

  it('sends only what differs', () => {
    expect(changedGroups(rules, rules)).toEqual([])
    expect(changedGroups(rules, { ...rules, checkIn: { ...rules.checkIn, noShowMinutes: 20 } })).toEqual(['checkIn'])
  })

  it('says a group in words, for whoever must choose between two versions', () => {
    expect(sayGroup('checkIn', rules.checkIn)).toContain('30')
    expect(sayGroup('refunds', rules.refunds)).toContain('100%')
    expect(sayGroup('documents', rules.documents)).toContain('roster')
  })

  it('adds a tier above the first one, which fits as it is', () => {
    const tiers = [newTier(rules.refunds.hourly), ...rules.refunds.hourly]
    expect(ruleGroups.refunds.safeParse({ ...rules.refunds, hourly: tiers }).success).toBe(true)
  })

  it('reads days between any separators', () => {
    expect(daysIn('1, 7、14 天')).toEqual([1, 7, 14])
    expect(daysIn('')).toEqual([])
  })
})
