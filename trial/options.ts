import { parseArgs } from 'node:util'

/** Guards that can be switched off, to see that the trial then finds what they guard against. */
export const guards = ['constraint', 'durability', 'keys'] as const
export type Guard = (typeof guards)[number]

/** Who may issue the papers of a trial. */
export const issuerNames = ['ecpay', 'ezpay', 'ecpay-receipt', 'own'] as const
export type IssuerName = (typeof issuerNames)[number]

export type Options = {
  /** The trial is over after so many requests, or so many seconds. */
  attempts: number
  seconds: number
  clients: number
  /** One visit in so many is a rush for one hour, of so many members. */
  rushOneIn: number
  pressing: number
  /** Milliseconds between two requests of one client. */
  pause: number
  /** How long a fault lasts, and the calm between two. */
  faultSeconds: number
  calmSeconds: number
  /** How long the minutely jobs may take to run after the last fault; 0: not waited for. */
  jobsWithin: number
  seed: number
  without: Guard | undefined
  issuer: IssuerName
  /** File for the report. */
  out: string | undefined
}

/** A minute, of the size that `npm test` can bear beside other tests. */
const minute = {
  attempts: Infinity,
  seconds: 32,
  clients: 6,
  rushOneIn: 6,
  pressing: 6,
  pause: 40,
  faultSeconds: 1.5,
  calmSeconds: 0.5,
  jobsWithin: 0,
}
/** So many clients that they keep one process busy while many of them wait for the other one. */
const long = {
  attempts: 1_000_000,
  seconds: Infinity,
  clients: 96,
  rushOneIn: 2,
  pressing: 24,
  pause: 0,
  faultSeconds: 10,
  calmSeconds: 5,
  jobsWithin: 120,
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      attempts: { type: 'string' },
      seconds: { type: 'string' },
      clients: { type: 'string' },
      seed: { type: 'string' },
      without: { type: 'string' },
      issuer: { type: 'string' },
      out: { type: 'string' },
      minute: { type: 'boolean' },
    },
  })
  const isMinute = values.minute === true
  const base = isMinute ? minute : long
  const number = (name: 'attempts' | 'seconds' | 'clients' | 'seed', otherwise: number) => {
    const value = values[name] === undefined ? otherwise : Number(values[name])
    if (Number.isNaN(value) || value <= 0) throw new Error(`--${name} must be a number above 0`)
    return value
  }
  const without = guards.find((guard) => guard === values.without)
  if (values.without !== undefined && !without) throw new Error(`--without must be one of ${guards.join(', ')}`)
  const issuer = issuerNames.find((name) => name === (values.issuer ?? 'ecpay'))
  if (!issuer) throw new Error(`--issuer must be one of ${issuerNames.join(', ')}`)
  return {
    ...base,
    attempts: number('attempts', base.attempts),
    // Asked for seconds alone, a trial goes on for them.
    ...(values.seconds !== undefined && values.attempts === undefined ? { attempts: Infinity } : {}),
    seconds: number('seconds', base.seconds),
    clients: number('clients', base.clients),
    seed: number('seed', Math.ceil(Math.random() * 1e9)),
    without,
    issuer,
    out: values.out,
  }
}
