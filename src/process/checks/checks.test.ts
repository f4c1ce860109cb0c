import { describe, expect, it } from 'vitest'
import { readConfig, settingNames } from '../read-config.ts'
import { wordsOf } from '#http/findings.ts'
import { checkSettings, findUnknownSettings } from '../unknown-settings.ts'
import { clockFinding } from './clock.ts'
import { connectFault } from './database.ts'
import { diskFinding } from './disk.ts'
import { forgedAddress, judgeArrival } from './proxy.ts'

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

  it('why the database was not reached: no TLS there, TLS needed, a certificate of an own authority or for another name, pg_hba.conf', () => {
    const codeOf = (message: string, code?: string) =>
      connectFault(Object.assign(new Error(message), code === undefined ? {} : { code }), 'postgres://u:dbsecret@db.example/x').code
    expect(codeOf('The server does not support SSL connections')).toBe('database_no_tls')
    const hba = 'no pg_hba.conf entry for host "10.0.0.2", user "u", database "x", '
    expect(codeOf(`${hba}no encryption`, '28000')).toBe('database_needs_tls')
    expect(codeOf(`${hba}SSL encryption`, '28000')).toBe('database_not_admitted')
    expect(codeOf('password authentication failed for user "u"', '28P01')).toBe('login_refused')
    expect(codeOf('self-signed certificate in certificate chain', 'SELF_SIGNED_CERT_IN_CHAIN')).toBe('certificate')
    expect(codeOf('unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')).toBe('certificate')
    expect(codeOf("Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID')).toBe('certificate_name')
    expect(codeOf('certificate has expired', 'CERT_HAS_EXPIRED')).toBe('certificate_expired')
    expect(codeOf('There was an error establishing an SSL connection')).toBe('database_broken')
    for (const locale of ['tw', 'en'] as const)
      expect(wordsOf({ code: 'certificate', values: { host: 'x', setting: 'DATABASE_URL', reason: 'y' } }, locale).advice).toContain(
        'NODE_EXTRA_CA_CERTS',
      )
  })

  it('a mistyped setting is found by its letters or its family, and what others set is left alone', () => {
    const alike = (name: string) => findUnknownSettings({ [name]: 'x' }).flatMap(({ alike: names }) => names)
    expect(alike('SMTP_URI')).toEqual(['SMTP_URL'])
    expect(alike('smtp_url')).toEqual(['SMTP_URL'])
    expect(alike('SITE_ACESS')).toEqual(['SITE_ACCESS'])
    expect(alike('LOGLEVEL')).toEqual(['LOG_LEVEL'])
    expect(alike('WORKER')).toEqual(['WORKERS'])
    expect(alike('PAYMENT_KEY')).toContain('PAYMENT_HASH_KEY')
    for (const name of settingNames()) expect(alike(name), name).toEqual([])
    const others = 'HOME HOSTNAME PATH MAIL LOGNAME LANG USER PWD TERM SHELL NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS TZ CI DEBUG'
    for (const name of others.split(' ')) expect(alike(name), name).toEqual([])
    for (const name of ['DATABASE_SERVICE_HOST', 'DATABASE_PORT_5432_TCP_ADDR', 'STORAGE_PORT']) expect(alike(name), name).toEqual([])
    expect(findUnknownSettings({ SMTP_URI: '' })).toEqual([])
  })

  it('a demo at a public address, a local address of a real centre and more workers than cores are told', () => {
    const codes = (env: Record<string, string>) => checkSettings(readConfig(env), 2).map(({ code }) => code)
    expect(codes({})).toEqual(['demo_on', 'address_set', 'auth_secret_kept', 'site_access', 'workers'])
    expect(codes({ DEMO: '1', PUBLIC_URL: 'http://sports.tw' })).toContain('demo_public')
    expect(codes({ DEMO: '0', WORKERS: '3' })).toEqual(['demo_off', 'address_local', 'auth_secret_kept', 'site_access', 'workers_many'])
  })
})
