import { createHash } from 'node:crypto'
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { serviceUrl, text } from '#config.ts'
import { found } from '#http/findings.ts'
import { ok, refuse } from '#lib/result.ts'
import type { AskIssuer, LoginWay, WayCalls } from '#modules/logins/way.ts'

export type HarbourSettings = { url: string; client: string }

/**
 * A way to log in that exists only in tests: the card of a harbour town. It speaks as OpenID Connect does: an address with a nonce and
 * a challenge, a code that is exchanged by our server, and a token that the issuer has signed with its key.
 */
export const harbour: LoginWay<HarbourSettings> = {
  name: 'harbour',
  title: { tw: '港城卡', en: 'Harbour Card' },
  sign: null,
  comesBackBy: 'address',
  settings: {
    variables: { HARBOUR_URL: serviceUrl, HARBOUR_CLIENT: text },
    read: (values) => ({ url: values['HARBOUR_URL']!, client: values['HARBOUR_CLIENT']! }),
  },
  open: (settings, { ask }) => openHarbour(settings, ask),
  async check({ url }, { ask, returnAddress }) {
    const { host } = new URL(url)
    const keys = await ask({ method: 'GET', url: `${url}/keys` })
    return [found('login', 'failed' in keys ? 'login_way_silent' : 'login_way_ready', { host, address: returnAddress })]
  },
}

function openHarbour({ url, client }: HarbourSettings, ask: AskIssuer): WayCalls {
  return {
    async start({ state, nonce, verifier, returnAddress, locale }) {
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      // The harbour says whether it is open before anybody is sent there.
      const open = await ask({ method: 'GET', url: `${url}/keys` })
      if ('failed' in open) return refuse({ code: 'way_unreachable' })
      return ok({
        address: `${url}/enter?${new URLSearchParams({ client, state, nonce, challenge, return: returnAddress, language: locale })}`,
      })
    },
    async readReturn(arrived, { nonce, verifier, returnAddress }, now) {
      if (arrived.has('declined')) return refuse({ code: 'way_cancelled' })
      const code = arrived.get('code') ?? ''
      const body = JSON.stringify({ client, code, verifier, return: returnAddress })
      const answer = await ask({ method: 'POST', url: `${url}/exchange`, headers: { 'content-type': 'application/json' }, body })
      const keys = await ask({ method: 'GET', url: `${url}/keys` })
      if ('failed' in answer || 'failed' in keys) return refuse({ code: 'way_unreachable' })
      if (answer.status !== 200) return refuse({ code: 'way_refused' })
      const rules = { issuer: url, audience: client, algorithms: ['EdDSA'], currentDate: now }
      const read = await jwtVerify(answer.text, createLocalJWKSet(JSON.parse(keys.text) as JSONWebKeySet), rules).catch(() => undefined)
      const { iss, sub, nonce: said, name, email } = read?.payload ?? {}
      if (!iss || !sub || said !== nonce) return refuse({ code: 'way_refused' })
      return ok({ issuer: iss, subject: sub, ...(name ? { name: String(name) } : {}), ...(email ? { email: String(email) } : {}) })
    },
  }
}
