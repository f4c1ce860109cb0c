import { describe, expect, it } from 'vitest'
import { ConfigError } from './config.ts'
import { readConfig } from './process/read-config.ts'

describe('the demo', () => {
  it.each(['http://localhost:3000', 'http://pages.localhost', 'http://127.0.0.1:3000', 'http://127.1.2.3', 'http://[::1]:3000', undefined])(
    'is on at one’s own machine without a database of its own: %s',
    (PUBLIC_URL) => {
      expect(readConfig({ PUBLIC_URL }).demo).toBe(true)
      expect(readConfig({ PUBLIC_URL, DATABASE_URL: 'postgres://db' }).demo).toBe(false)
      expect(readConfig({ PUBLIC_URL, DEMO: '0' }).demo).toBe(false)
    },
  )

  it.each([
    'http://park.example',
    'http://192.168.1.5:3000',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://notlocalhost',
  ])('is off at a public address unless it is asked for: %s', (PUBLIC_URL) => {
    expect(readConfig({ PUBLIC_URL })).toMatchObject({ demo: false, payments: {} })
    expect(readConfig({ PUBLIC_URL, DEMO: '1' })).toMatchObject({ demo: true, payments: { ecpay: { demo: true } } })
  })
})

describe('backups', () => {
  it('are made every night of an embedded database that is no demo, and kept for a week', () => {
    expect(readConfig({ DEMO: '0', DATA_DIR: '/srv/centre' }).backups).toEqual({ dir: '/srv/centre/backups', keep: 7 })
    expect(readConfig({}).backups.keep).toBe(0)
    expect(readConfig({ DATABASE_URL: 'postgres://db' }).backups.keep).toBe(0)
    expect(readConfig({ BACKUP_DIR: '/mnt/backups', BACKUP_KEEP: '30' }).backups).toEqual({ dir: '/mnt/backups', keep: 30 })
  })
  it('are refused with a number that makes no sense', () => expect(() => readConfig({ BACKUP_KEEP: '-1' })).toThrow('BACKUP_KEEP'))
})

describe('the payment provider', () => {
  const live = { PAYMENT_URL: 'https://payment.example/', PAYMENT_MERCHANT_ID: '1', PAYMENT_HASH_KEY: 'key', PAYMENT_HASH_IV: 'iv' }

  it('is the demo’s own while nothing is set', () =>
    expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:3110' }).payments['ecpay']).toMatchObject({
      demo: true,
      url: 'http://127.0.0.1:3110/api/Demo/Gateway',
      merchantId: '3002607',
    }))

  it('is nobody when the demo is off', () => expect(readConfig({ DEMO: 'off' }).payments).toEqual({}))

  it('is the one that is set, in the demo too', () => {
    const gateway = { demo: false, url: 'https://payment.example', merchantId: '1', hashKey: 'key', hashIv: 'iv' }
    expect(readConfig(live).payments).toEqual({ ecpay: gateway })
    expect(readConfig({ ...live, DEMO: 'off' }).payments).toEqual({ ecpay: gateway })
  })

  it.each(Object.keys(live))('needs all of its settings: without %s the process does not start', (missing) => {
    expect(() => readConfig({ ...live, [missing]: undefined })).toThrow(ConfigError)
    expect(() => readConfig({ ...live, [missing]: undefined })).toThrow(`The setting ${missing} is missing`)
  })
})

describe('the ways of paying', () => {
  const live = { ECPAY_URL: 'https://payment.example', ECPAY_MERCHANT_ID: '1', ECPAY_HASH_KEY: 'key', ECPAY_HASH_IV: 'iv' }
  const reading = (ways: string) => () => readConfig({ ...live, PAYMENT_WAYS: ways })

  it('are served by whom the centre says; without a word the first that is set serves all it can', () => {
    expect(readConfig(live).payWays).toBeUndefined()
    expect(readConfig({ ...live, PAYMENT_WAYS: 'card=ecpay, atm=ecpay' }).payWays).toEqual({ card: 'ecpay', atm: 'ecpay' })
    expect(readConfig({ PAYMENT_WAYS: 'card=ecpay' }).payWays, 'the demo’s own').toEqual({ card: 'ecpay' })
  })

  it('are refused with a sentence where nobody could serve them', () => {
    expect(reading('card')).toThrow('“card” is not written like card=provider')
    expect(reading('gold=ecpay')).toThrow('there is no way of paying “gold”')
    expect(reading('card=nobody')).toThrow('the provider “nobody” is not set')
    expect(reading('card=ecpay,card=ecpay')).toThrow('“card” is given twice')
  })

  it('of ECPay have settings by its name, and by the names that they had before, but not by both', () => {
    const before = { PAYMENT_URL: 'https://payment.example', PAYMENT_MERCHANT_ID: '1', PAYMENT_HASH_KEY: 'key', PAYMENT_HASH_IV: 'iv' }
    expect(readConfig(live).payments).toEqual(readConfig(before).payments)
    expect(() => readConfig({ ...live, PAYMENT_URL: 'https://payment.example' })).toThrow('ECPAY_URL and PAYMENT_URL')
    expect(() => readConfig({ ...live, ECPAY_HASH_IV: undefined })).toThrow('The setting ECPAY_HASH_IV is missing')
  })
})

describe('services that get passwords, keys or personal data', () => {
  const sms = { SMS_PROVIDER: 'mitake', SMS_USERNAME: 'u', SMS_PASSWORD: 'p' }

  it.each(['SMS_URL', 'STORAGE_ENDPOINT', 'PAYMENT_URL'])('%s must be https, unless it is on this machine', (name) => {
    expect(() => readConfig({ ...sms, [name]: 'http://service.example' })).toThrow(
      `The setting ${name} cannot be used: must begin with https://.`,
    )
  })

  it('may be http on this machine', () => {
    for (const url of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080', 'https://sms.example'])
      expect(readConfig({ ...sms, SMS_URL: url }).sms?.url).toBe(url)
  })
})

describe('the signing secret', () => {
  it('must be long, and so must the previous one', () => {
    expect(() => readConfig({ AUTH_SECRET: 'short' })).toThrow('must have at least 32 characters')
    expect(() => readConfig({ AUTH_SECRET_PREVIOUS: 'short' })).toThrow('must have at least 32 characters')
  })
})

describe('a proxy in front', () => {
  const PUBLIC_URL = 'https://park.example'

  it('must be declared when the address is https: otherwise everybody would share one limit', () => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(ConfigError)
    expect(() => readConfig({ PUBLIC_URL })).toThrow(/^The setting TRUST_PROXY is missing: .*usually 1, or 0 when none does/)
    expect(() => readConfig({ PUBLIC_URL, TRUST_PROXY: '' })).toThrow('The setting TRUST_PROXY is missing')
  })

  it('may be declared as none', () => {
    expect(readConfig({ PUBLIC_URL, TRUST_PROXY: '0' }).trustProxy).toBe(0)
    expect(readConfig({ PUBLIC_URL, TRUST_PROXY: '2' }).trustProxy).toBe(2)
  })

  it('is none by default at an http address', () => {
    expect(readConfig({}).trustProxy).toBe(0)
    expect(readConfig({ PUBLIC_URL: 'http://park.example' }).trustProxy).toBe(0)
  })
})

describe('a database on another machine, behind an https address', () => {
  const load = (DATABASE_URL: string, PUBLIC_URL = 'https://park.example') =>
    readConfig({ PUBLIC_URL, TRUST_PROXY: '1', DATABASE_URL }).databaseUrl

  it.each(['postgres://u:p@db.example/centre', 'postgres://db', 'postgres://u@10.0.0.5:5432/centre?application_name=x'])(
    'is not reached without an sslmode: %s',
    (url) => {
      expect(() => load(url)).toThrow(ConfigError)
      expect(() => load(url)).toThrow(/^The setting DATABASE_URL needs an sslmode, .*verify-full/)
      expect(load(url, 'http://park.example'), 'at an http address nothing is encrypted').toBe(url)
    },
  )

  it.each([
    'postgres://u:p@db.example/centre?sslmode=verify-full',
    'postgres://db/centre?sslmode=disable',
    'postgres://u:p@localhost/centre',
    'postgres://u:p@127.0.0.1:6432/centre',
    'postgres://u:p@[::1]/centre',
    'postgres://u:p@%2Frun%2Fpostgresql/centre',
    'postgres:///centre?host=/run/postgresql',
  ])('may be on this machine, or say what it needs: %s', (url) => expect(load(url)).toBe(url))
})

describe('a pooler in front of the database', () => {
  const DATABASE_DIRECT_URL = 'postgres://u@127.0.0.1:5432/centre'
  const load = (DATABASE_URL: string) => readConfig({ DATABASE_URL, DATABASE_DIRECT_URL })

  it('has the address of PostgreSQL itself beside it, and prepares no statements by name unless it is said to keep them', () => {
    expect(load('postgres://u@127.0.0.1:6432/centre')).toMatchObject({
      databaseUrl: 'postgres://u@127.0.0.1:6432/centre?prepare=false',
      databaseDirectUrl: DATABASE_DIRECT_URL,
    })
    expect(load('postgres://u@db/centre?sslmode=disable').databaseUrl).toBe('postgres://u@db/centre?sslmode=disable&prepare=false')
    expect(load('postgres://u@db/centre?prepare=true').databaseUrl).toBe('postgres://u@db/centre?prepare=true')
    const again = load('postgres://u@db/centre').databaseUrl!
    expect(load(again).databaseUrl, 'a worker reads what its parent has read').toBe(again)
  })

  it('is no setting for the embedded database, and its addresses are encrypted too', () => {
    expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow('DATABASE_DIRECT_URL is for a pooler')
    const elsewhere = { PUBLIC_URL: 'https://park.example', TRUST_PROXY: '1', DATABASE_URL: 'postgres://127.0.0.1:6432/centre' }
    expect(() => readConfig({ ...elsewhere, DATABASE_DIRECT_URL: 'postgres://db/centre' })).toThrow('The setting DATABASE_DIRECT_URL needs')
    expect(() => readConfig({ ...elsewhere, DATABASE_OWNER_URL: 'postgres://db/centre' })).toThrow('The setting DATABASE_OWNER_URL needs')
    expect(() => readConfig({ DATABASE_OWNER_URL: 'postgres://db/centre' })).toThrow('the embedded one needs none')
  })
})

describe('relays of the public random values', () => {
  it('are the public ones, and none in the demo or where the centre has no way out', () => {
    expect(readConfig({ DEMO: '0' }).drandRelays).toContain('https://api.drand.sh')
    expect(readConfig({ DEMO: '1' }).drandRelays).toEqual([])
    expect(readConfig({ DEMO: '0', DRAND_RELAYS: 'none' }).drandRelays).toEqual([])
    expect(readConfig({ DRAND_RELAYS: 'https://one.example/, https://two.example' }).drandRelays).toEqual([
      'https://one.example',
      'https://two.example',
    ])
  })

  it.each(['https://one.example', 'http://one.example,https://two.example', 'https://one.example,nowhere'])(
    'are refused at the start unless they are two or more, encrypted: %s',
    (DRAND_RELAYS) => expect(() => readConfig({ DRAND_RELAYS })).toThrow('The setting DRAND_RELAYS'),
  )
})
