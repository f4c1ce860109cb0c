/** Who may make a call: who-may-call.ts says what each rule means. */
export type Rule = 'public' | 'member' | 'owner' | 'only-owner' | 'community' | readonly string[]

export const roles = ['admin', 'manager', 'desk', 'finance', 'editor'] as const
export type Caller = 'nobody' | 'owner' | 'other member' | 'community' | (typeof roles)[number]
export const callers: Caller[] = ['nobody', 'owner', 'other member', 'community', ...roles]

/** What a caller is answered: let in (whatever status the empty body then gets), or 401, 403 or 404. */
export function expected(rule: Rule, caller: Caller): 'in' | 401 | 403 | 404 {
  if (rule === 'public') return 'in'
  if (rule === 'only-owner') return caller === 'owner' ? 'in' : 404
  if (caller === 'nobody') return 401
  if (rule === 'member') return 'in'
  if (rule === 'owner') return caller === 'owner' ? 'in' : 404
  if (rule === 'community') return caller === 'community' ? 'in' : 403
  return rule.includes(caller) ? 'in' : 403
}
