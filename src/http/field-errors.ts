import type { Locale } from '#i18n/locale.ts'
import type { z } from 'zod'
import { text } from '#i18n/text.ts'

/** One entry for each field that does not fit, in words for the person who filled it in. */
export function fieldErrors(error: z.ZodError, locale: Locale): { path: string; message: string }[] {
  const byPath = new Map<string, string>()
  for (const issue of error.issues.flatMap(unfold)) {
    const path = issue.path.join('.')
    if (!byPath.has(path)) byPath.set(path, wordsFor(issue, locale))
  }
  return [...byPath].map(([path, message]) => ({ path, message }))
}

type Issue = z.core.$ZodIssue

/** A union reports one issue; its nearest branch knows the field. */
function unfold(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const nearest = issue.errors.toSorted((a, b) => a.length - b.length)[0]
  return nearest?.length ? nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) : [issue]
}

function wordsFor(issue: Issue, locale: Locale): string {
  // A schema names its own message by key: z.string().regex(MOBILE, 'field_mobile')
  const own = issue.message.startsWith('field_') ? text(issue.message, locale, issue as unknown as Record<string, unknown>) : undefined
  return own ?? text(keyFor(issue), locale, issue as unknown as Record<string, unknown>)!
}

function keyFor(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.message.includes('undefined') ? 'field_required' : 'field_invalid'
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? 'field_required' : 'field_too_short'
      return issue.origin === 'array' ? 'field_too_few' : 'field_too_low'
    case 'too_big':
      if (issue.origin === 'string') return 'field_too_long'
      return issue.origin === 'array' ? 'field_too_many' : 'field_too_high'
    case 'invalid_format':
      return issue.format === 'email' ? 'field_email' : 'field_invalid'
    default:
      return 'field_invalid'
  }
}
