import { ConfigError } from '#config.ts'
import { found, wordsOf, worstOf, type Finding } from '#http/findings.ts'
import { text } from '#i18n/text.ts'
import { localeOfTerminal, type Locale } from '#i18n/locale.ts'
import { readConfig } from '../read-config.ts'
import { findUnknownSettings } from '../unknown-settings.ts'
import { runChecks } from './run.ts'

/**
 * The doctor's report and exit code: 0 when nothing is wrong (warnings are allowed), 1 otherwise; with --strict a warning counts
 * too. Its language is that of the environment.
 */
export async function examine(
  env: Record<string, string | undefined>,
  args: readonly string[],
): Promise<{ report: string; exitCode: 0 | 1 }> {
  const locale = localeOfTerminal(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '')
  const findings = await findAll(env)
  const worst = worstOf(findings)
  return { report: write(findings, locale), exitCode: worst === 'wrong' || (args.includes('--strict') && worst === 'warning') ? 1 : 0 }
}

async function findAll(env: Record<string, string | undefined>): Promise<Finding[]> {
  const unknown = findUnknownSettings(env).map(({ name, alike }) => found('settings', 'setting_unknown', { name, alike: alike.join(', ') }))
  try {
    return [...unknown, ...(await runChecks(readConfig(env)))]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [...unknown, found('settings', 'setting_wrong', { reason: error.message })]
  }
}

function write(findings: Finding[], locale: Locale): string {
  const lines = findings.flatMap((finding) => {
    const { words, advice } = wordsOf(finding, locale)
    const subject = text(`finding_subject_${finding.subject}`, locale) ?? finding.subject
    const head = `${pad(text(`finding_state_${finding.state}`, locale) ?? finding.state, 9)}${pad(subject, 10)}`
    return [head + words, ...(advice === null ? [] : [`${' '.repeat(19)}→ ${advice}`])]
  })
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  return [...lines, '', text('finding_sum', locale, { ok: count('ok'), warnings: count('warning'), wrong: count('wrong') })].join('\n')
}

/** Chinese characters take two columns of a terminal. */
function pad(word: string, width: number): string {
  const columns = [...word].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0)
  return word + ' '.repeat(Math.max(1, width - columns))
}
