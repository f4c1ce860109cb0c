import { m } from '#i18n/generated/messages.js'
import type { ListedStaff } from '#modules/staff/wire.ts'

export type DeedName = 'suspend' | 'lift' | 'remove' | 'reset-factors' | 'end-sessions'

export type Deed = {
  name: DeedName
  label: string
  title: string
  /** What will happen, said before it is done. */
  effects: string[]
  path: string
  done: string
  isDangerous: boolean
  endsAllSessions: boolean
}

/** What can be done with this person now; a last admin can only be given a new second factor. */
export function deedsFor(person: ListedStaff): Deed[] {
  const { isSelf, isLastAdmin, isDemo, suspendedAt, passkeys, hasAuthenticator } = person
  const name = person.name || person.email
  const all: (Deed | false)[] = [
    suspendedAt === null && !isLastAdmin && !isSelf && suspendOf(name),
    suspendedAt !== null && liftOf(name),
    !isDemo && (passkeys > 0 || hasAuthenticator) && resetOf(name),
    !isLastAdmin && removeOf(name, isSelf),
    endSessionsOf(name, isSelf),
  ]
  return all.filter((deed) => deed !== false)
}

const suspendOf = (name: string): Deed => ({
  name: 'suspend',
  label: m.staff_deed_suspend(),
  title: m.staff_deed_suspend_title({ name }),
  effects: [m.staff_effect_sessions_end(), m.staff_effect_suspended(), m.staff_effect_lift_later()],
  path: '/api/Staff/Account/Suspend',
  done: m.staff_deed_suspended({ name }),
  isDangerous: true,
  endsAllSessions: true,
})

const liftOf = (name: string): Deed => ({
  name: 'lift',
  label: m.staff_deed_lift(),
  title: m.staff_deed_lift_title({ name }),
  effects: [m.staff_effect_lifted()],
  path: '/api/Staff/Account/Lift',
  done: m.staff_deed_lifted({ name }),
  isDangerous: false,
  endsAllSessions: true,
})

const removeOf = (name: string, isSelf: boolean): Deed => ({
  name: 'remove',
  label: m.staff_deed_remove(),
  title: m.staff_deed_remove_title({ name }),
  effects: [
    isSelf ? m.staff_effect_own_sessions_end() : m.staff_effect_sessions_end(),
    m.staff_effect_member_again(),
    m.staff_effect_invite_again(),
  ],
  path: '/api/Staff/Account/Remove',
  done: m.staff_deed_removed({ name }),
  isDangerous: true,
  endsAllSessions: true,
})

const resetOf = (name: string): Deed => ({
  name: 'reset-factors',
  label: m.staff_deed_reset(),
  title: m.staff_deed_reset_title({ name }),
  effects: [m.staff_effect_factors_gone(), m.staff_effect_sessions_end(), m.staff_effect_mailed()],
  path: '/api/Staff/Account/ResetFactors',
  done: m.staff_deed_reset_done({ name }),
  isDangerous: true,
  endsAllSessions: true,
})

const endSessionsOf = (name: string, isSelf: boolean): Deed => ({
  name: 'end-sessions',
  label: isSelf ? m.staff_deed_end_others() : m.staff_deed_end_all(),
  title: m.staff_deed_end_title({ name }),
  effects: [isSelf ? m.staff_effect_other_sessions_end() : m.staff_effect_sessions_end()],
  path: '/api/Staff/Account/EndSessions',
  done: m.staff_deed_ended({ name }),
  isDangerous: false,
  endsAllSessions: false,
})
