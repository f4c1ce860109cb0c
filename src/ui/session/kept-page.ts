import { defaultLocale } from '#i18n/languages.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { PageRequest } from '#navigation/page-request.ts'
import { getGlobalStartContext } from '@tanstack/react-start'

type Kept = NonNullable<PageRequest['kept']>

/** Whether a page is being rendered for a class of members, so that nothing of one member may be loaded. */
export const isKeptPage = (): boolean => import.meta.env.SSR && getGlobalStartContext()?.kept !== undefined

/** Stands for every member of a class. Every text of a person is the gap: a page that shows one of them is not kept. */
export function standInViewer({ kind, gap }: Kept): MemberAnswer {
  const identity = {
    id: 0,
    code: gap,
    name: gap,
    forCommunity: false,
    state: 'none-needed',
    reason: null,
    proof: null,
    validUntil: null,
  } as const
  return {
    id: gap,
    email: gap,
    account: gap,
    name: gap,
    communityName: kind === 'community' ? gap : '',
    personId: gap,
    clubRole: kind === 'community' ? 'owner' : null,
    barredCalls: [],
    clubs: [],
    mobile: gap,
    isMobileProven: true,
    hasSecret: true,
    locale: defaultLocale,
    roles: [],
    isProvenTwice: false,
    owesSecondStep: false,
    isExemptByDemo: false,
    emergencyName: gap,
    emergencyPhone: gap,
    identity,
    community: null,
  }
}

/** What a query knows, as text for the browser; of the stand-in only the gap. */
export const serializeFor =
  (kept: Kept | undefined) =>
  (data: unknown): string =>
    kept && (data as { id?: unknown } | null)?.id === kept.gap ? kept.gap : JSON.stringify(data)
