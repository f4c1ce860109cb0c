import { splitPrefix } from '#i18n/locale.ts'

/** A9, A10, A12: pages that are the same for all who are not logged in. */
const pages = /^\/(venues(\/[^/]+)?|refund)\/?$/i

export const isSameForEverybody = (pathname: string): boolean => pages.test(splitPrefix(pathname).path)
