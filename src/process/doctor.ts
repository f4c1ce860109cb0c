import { ConfigError, loadConfig } from '#config.ts'
import { found, wordsOf, worstOf, type Finding } from '#http/findings.ts'
import { text } from '#http/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { runChecks } from './checks/run.ts'

/**
 * npm run doctor: says in words what is set, what is missing and what was reached. Ends with 0 when nothing is wrong (warnings
 * are allowed), with 1 otherwise; with --strict a warning counts too.
 */
const isStrict = process.argv.includes('--strict')
const locale: Locale = /^zh/i.test(process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '') ? 'tw' : 'en'

const findings = await findAll()
console.log(report(findings))
const worst = worstOf(findings)
process.exit(worst === 'wrong' || (isStrict && worst === 'warning') ? 1 : 0)

async function findAll(): Promise<Finding[]> {
  try {
    return await runChecks(loadConfig(process.env))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [found('settings', 'setting_wrong', { reason: error.message })]
  }
}

function report(all: Finding[]): string {
  const lines = all.flatMap((finding) => {
    const { words, advice } = wordsOf(finding, locale)
    const subject = text(`finding_subject_${finding.subject}`, locale) ?? finding.subject
    const head = `${pad(text(`finding_state_${finding.state}`, locale) ?? finding.state, 9)}${pad(subject, 10)}`
    return [head + words, ...(advice === null ? [] : [`${' '.repeat(19)}→ ${advice}`])]
  })
  const count = (state: Finding['state']) => all.filter((finding) => finding.state === state).length
  return [...lines, '', text('finding_sum', locale, { ok: count('ok'), warnings: count('warning'), wrong: count('wrong') })].join('\n')
}

/** Chinese characters take two columns of a terminal. */
function pad(word: string, width: number): string {
  const columns = [...word].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0)
  return word + ' '.repeat(Math.max(1, width - columns))
}
