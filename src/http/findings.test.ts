import { describe, expect, it } from 'vitest'
import { findingStates, found, wordsOf, worstOf, type FindingCode } from './findings.ts'
import { text } from '#i18n/text.ts'
import { modules } from '#wiring/modules.ts'

const codes = Object.keys(findingStates) as FindingCode[]
/** Every value that a sentence may name, so that a placeholder without a value shows. */
const values = new Proxy({}, { get: (_, name) => `<${String(name)}>`, has: () => true })

describe('findings', () => {
  it('have words in both languages, and what is not ok says what to do', () => {
    for (const code of codes) {
      const [tw, en] = (['tw', 'en'] as const).map((locale) => wordsOf({ code, values }, locale))
      expect(tw!.words, code).not.toBe(code)
      if (code !== 'setting_wrong') expect(tw!.words, code).not.toBe(en!.words)
      if (findingStates[code] !== 'ok') for (const { advice } of [tw!, en!]) expect(advice, code).toBeTruthy()
    }
  })

  it('have a name for each subject and state', () => {
    const ofModules = modules.flatMap(({ checks }) => checks.map(({ subject }) => subject))
    expect(ofModules).toContain('mail')
    const subjects = ['settings', 'database', 'centre', ...ofModules, 'disk', 'clock', 'proxy']
    for (const locale of ['tw', 'en'] as const) {
      for (const subject of subjects) expect(text(`finding_subject_${subject}`, locale)).toBeTruthy()
      for (const state of ['ok', 'warning', 'wrong']) expect(text(`finding_state_${state}`, locale)).toBeTruthy()
    }
  })

  it('are together as bad as the worst', () => {
    expect(worstOf([])).toBe('ok')
    expect(worstOf([found('mail', 'mail_inbox'), found('mail', 'mail_not_set')])).toBe('warning')
    expect(worstOf([found('mail', 'refused'), found('mail', 'mail_not_set')])).toBe('wrong')
  })
})
