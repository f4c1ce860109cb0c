import { m } from '#i18n/generated/messages.js'

const minute = 60_000

/** How long something has waited: minutes, from an hour on hours, from two days on days. */
export function ageOf(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / minute))
  if (minutes < 60) return m.today_age_minutes({ count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? m.today_age_hours({ count: hours }) : m.today_age_days({ count: Math.floor(hours / 24) })
}

export const minutesBetween = (from: Date, to: Date): number => Math.max(0, Math.floor((to.getTime() - from.getTime()) / minute))
