import { getGlobalStartContext } from '@tanstack/react-start'

/** The site's own address as others know it, without a slash at the end. The document carries it to the browser. */
export const publicUrl = (): string => {
  const url =
    getGlobalStartContext()?.publicConfig.publicUrl ??
    (typeof document === 'undefined' ? '' : (document.documentElement.dataset['publicUrl'] ?? window.location.origin))
  return url.replace(/\/$/, '')
}
