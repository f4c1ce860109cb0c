import { describe, expect, it } from 'vitest'
import { loadConfig } from '#config.ts'
import { clockFinding } from './clock.ts'
import { diskFinding } from './disk.ts'
import { forgedAddress, judgeArrival } from './proxy.ts'
import { checkSettings } from './settings.ts'

describe('what the doctor concludes', () => {
  it('TRUST_PROXY fits when it is the number of proxies that add to X-Forwarded-For', () => {
    const arrived = (forwardedFor: string[], address: string, trustProxy: number) =>
      judgeArrival({ forwardedFor, address, trustProxy }).code
    expect(arrived([forgedAddress], '203.0.113.7', 0)).toBe('proxy_none')
    expect(arrived([forgedAddress], forgedAddress, 1), 'no proxy, and the header is believed').toBe('proxy_spoofable')
    expect(arrived([forgedAddress, '203.0.113.7'], '203.0.113.7', 1)).toBe('proxy_right')
    expect(arrived([forgedAddress, '203.0.113.7'], forgedAddress, 2), 'one proxy, two are believed').toBe('proxy_spoofable')
    expect(arrived([forgedAddress, '203.0.113.7'], '10.0.0.1', 0), 'everybody seems to be the proxy').toBe('proxy_hidden')
    expect(arrived([forgedAddress, '203.0.113.7', '10.0.0.2'], '10.0.0.2', 1)).toBe('proxy_hidden')
    expect(arrived(['203.0.113.7'], '203.0.113.7', 1), 'a proxy that replaces the header').toBe('proxy_right')
  })

  it('a clock may be two seconds off, and twenty are wrong', () => {
    const codes = [0.1, -1.9, 2.1, -19, 21].map((offset) => clockFinding(offset, 'x').code)
    expect(codes).toEqual(['clock_right', 'clock_right', 'clock_off', 'clock_off', 'clock_wrong'])
  })

  it('a disk is low below two gigabytes, and full below 200 megabytes', () => {
    expect([100, 500, 5000].map((free) => diskFinding(free, '/data').code)).toEqual(['disk_full', 'disk_low', 'disk_free'])
  })

  it('a demo at a public address, a local address of a real centre and more workers than cores are told', () => {
    const codes = (env: Record<string, string>) => checkSettings(loadConfig(env), 2).map(({ code }) => code)
    expect(codes({})).toEqual(['demo_on', 'address_set', 'auth_secret_kept', 'site_access', 'workers'])
    expect(codes({ DEMO: '1', PUBLIC_URL: 'http://sports.tw' })).toContain('demo_public')
    expect(codes({ DEMO: '0', WORKERS: '3' })).toEqual(['demo_off', 'address_local', 'auth_secret_kept', 'site_access', 'workers_many'])
  })
})
