import { tokenCookie, tokenIn } from './session-cookies.ts'

type SessionNews = 'logged-in' | 'logged-out'
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

let channel: Channel | undefined
const openChannel = (): Channel => (channel ??= new BroadcastChannel('fieldhouse-session'))

export const readToken = (): string | undefined => (typeof document === 'undefined' ? undefined : tokenIn(document.cookie))

/** The answer sets the cookie where it can; across origins or without https it cannot, and the page does it. */
export function keepToken(token: string, expiresAt: string): void {
  if (readToken() === token) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${tokenCookie}=${token}; Path=/; Expires=${new Date(expiresAt).toUTCString()}; SameSite=Lax${secure}`
}

export function clearToken(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${tokenCookie}=; Path=/; Max-Age=0; SameSite=Lax${secure}`
}

/** D1: what one tab does, every open tab does. */
export function tellOtherTabs(news: SessionNews): void {
  openChannel().postMessage(news)
}

export function onNewsFromOtherTabs(listen: (news: SessionNews) => void): void {
  openChannel().addEventListener('message', (event) => listen((event as MessageEvent<SessionNews>).data))
}
