import { tokenCookie, tokenIn } from '#modules/logins/rules.ts'

/** `expired`: the API has refused the token. */
type SessionEvent = 'logged-in' | 'logged-out' | 'expired'
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

let channel: Channel | undefined
const openChannel = (): Channel => (channel ??= new BroadcastChannel('fieldhouse-session'))

export const readToken = (): string | undefined => (typeof document === 'undefined' ? undefined : tokenIn(document.cookie))

/** Writes the token cookie where the API's answer could not: from another origin or without https. */
export function keepToken(token: string, expiresAt: string): void {
  if (readToken() === token) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${tokenCookie}=${token}; Path=/; Expires=${new Date(expiresAt).toUTCString()}; SameSite=Lax${secure}`
}

export function clearToken(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${tokenCookie}=; Path=/; Max-Age=0; SameSite=Lax${secure}`
}

/** Login and logout in one tab happen in every open tab. */
export function tellOtherTabs(news: SessionEvent): void {
  openChannel().postMessage(news)
}

export function onSessionEvent(listen: (news: SessionEvent) => void): void {
  openChannel().addEventListener('message', (event) => listen((event as MessageEvent<SessionEvent>).data))
}
