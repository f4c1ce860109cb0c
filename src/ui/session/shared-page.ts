import { defaultLocale } from '#i18n/languages.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { PageRequest } from '#navigation/page-request.ts'
import { getGlobalStartContext } from '@tanstack/react-start'

type Shared = NonNullable<PageRequest['shared']>

/** Whether a page is being rendered for a class of members, so that nothing of one member may be loaded. */
export const isSharedPage = (): boolean => import.meta.env.SSR && getGlobalStartContext()?.shared !== undefined

/** Stands for every member of a class. Every text of a person is the gap: a page that shows one of them is not shared. */
export function standInViewer({ kind, gap }: Shared): MemberAnswer {
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
    mobile: gap,
    isMobileProven: true,
    hasSecret: true,
    locale: defaultLocale,
    roles: [],
    isProvenTwice: false,
    isExemptByDemo: false,
    emergencyName: gap,
    emergencyPhone: gap,
    identity,
    community: null,
  }
}

/** What a query knows, as text for the browser; of the stand-in only the gap. */
export const serializeFor =
  (shared: Shared | undefined) =>
  (data: unknown): string =>
    shared && (data as { id?: unknown } | null)?.id === shared.gap ? shared.gap : JSON.stringify(data)
