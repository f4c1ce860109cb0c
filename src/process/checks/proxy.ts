import type { Config } from '#config.ts'
import { found, type Finding } from '#http/findings.ts'
import { networkFaultOf, reasonOf } from '#lib/network-fault.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { arrivalPath } from '#modules/settings/rules.ts'

/** From the block for documentation (RFC 5737): nobody has it, so a service that takes it for the client's address believes forgeries. */
export const forgedAddress = '192.0.2.77'

export type Arrived = { address: string; forwardedFor: string[]; trustProxy: number }

/** Calls the service at its public address, as a visitor does, with a forged X-Forwarded-For, and reads how the request arrived. */
export async function checkProxy(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { tokens, isBeforeStart, now }: { tokens: Tokens | undefined; isBeforeStart: boolean; now: Date },
): Promise<Finding[]> {
  const { host } = new URL(publicUrl)
  const health = await ask(`${publicUrl}/healthz`)
  const isOurs = 'status' in health && health.status === 200 && health.text === 'ok'
  if (isBeforeStart && !isOurs)
    return [found('proxy', 'proxy_before_start', { host, reason: 'failed' in health ? health.failed : `HTTP ${health.status}` })]
  if ('failed' in health) return [unreached(health.failed, publicUrl)]
  // What proxies answer while nothing listens behind them.
  if ([502, 503, 504].includes(health.status)) return [found('proxy', 'proxy_no_service', { host, status: health.status })]
  if (!isOurs) return [found('proxy', 'proxy_other_service', { host, status: health.status })]
  if (!tokens) return [found('proxy', 'proxy_not_seen', { host })]
  const path = arrivalPath(now)
  const answer = await ask(`${publicUrl}${path}&signature=${tokens.signPath(path)}`, { 'x-forwarded-for': forgedAddress })
  if ('failed' in answer || answer.status !== 200) return [found('proxy', 'proxy_not_seen', { host })]
  return [judgeArrival(JSON.parse(answer.text) as Arrived)]
}

/** Proxies add to the forged address or replace it; what is left of the header counts them. */
export function judgeArrival({ address, forwardedFor, trustProxy }: Arrived): Finding {
  const proxies = forwardedFor.filter((hop) => hop !== forgedAddress).length
  const values = { trustProxy, proxies, address }
  if (address === forgedAddress) return found('proxy', 'proxy_spoofable', values)
  if (trustProxy < proxies) return found('proxy', 'proxy_hidden', values)
  return found('proxy', proxies === 0 ? 'proxy_none' : 'proxy_right', values)
}

/** A service that is stopped, or that its own machine cannot reach from outside, is no fault by itself. */
function unreached(reason: string, publicUrl: string): Finding {
  const { host } = new URL(publicUrl)
  const fault = networkFaultOf(reason)
  if (fault === 'unknown_host' || fault.startsWith('certificate')) return found('proxy', fault, { host, setting: 'PUBLIC_URL', reason })
  return found('proxy', 'proxy_not_running', { host, reason })
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string } | { failed: string }> {
  try {
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(8000) })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    return { failed: reasonOf(error) }
  }
}
