import { getGlobalStartContext } from '@tanstack/react-start'

/** Public origin of the site (PUBLIC_URL), without a trailing slash. The document carries it to the browser. */
export const publicUrl = (): string => {
  const url =
    getGlobalStartContext()?.publicConfig.publicUrl ??
    (typeof document === 'undefined' ? '' : (document.documentElement.dataset['publicUrl'] ?? window.location.origin))
  return url.replace(/\/$/, '')
}
