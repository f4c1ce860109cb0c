import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Dice } from './dice.ts'

export const kinds = [
  'look',
  'place',
  'pay',
  'notice',
  'return',
  'cancel',
  'refund',
  'move',
  'wait',
  'check in',
  'sell',
  'take money',
  'close',
  'reopen',
  'answer',
] as const
export type Kind = (typeof kinds)[number]

export type Shot = {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  token?: string
  key?: string
  body?: object | URLSearchParams
}
export type Answer = { status: number; code: string | undefined; text: string; body: unknown }
/** done: 2xx; refused: a rule said no; away: 503, come back later; lost: no answer at all; odd: an answer that should not exist. */
export type Count = { sent: number; done: number; refused: number; away: number; lost: number; odd: number }

/** How long a client waits for an answer. */
const patience = 5000

/** 4xx that a client of the trial can only get when something is broken: it is logged in, and what it names has been acknowledged. */
const neverRefused = new Set([400, 401, 404, 405, 413, 415])

export type Calls = {
  counts: Record<Kind, Count>
  /** Of each process: moments at which an answer of the database came through it. */
  heard: number[][]
  sent(): number
  /** Of each process: whether it answers, by the last look of the health check (trial.ts). */
  isHealthy: boolean[]
  /** A process to ask, as a load balancer chooses: a healthy one if there is one. One time in ten any, so that the others are asked too. */
  choose(): number
  /** One request to one process; undefined when no answer came. */
  once(kind: Kind, process: number, shot: Shot): Promise<Answer | undefined>
  /** Requests until one is answered with something else than "later"; undefined after some tries. */
  insist(kind: Kind, shot: Shot, tries?: number): Promise<(Answer & { tries: number }) | undefined>
  close(): void
}

/** HTTP clients of both processes. They count what comes of each request, and write down what should never come. */
export function openCalls(ports: readonly number[], odd: string[], dice: Dice): Calls {
  const agents = ports.map(() => new Agent({ keepAlive: true }))
  const counts = Object.fromEntries(
    kinds.map((kind) => [kind, { sent: 0, done: 0, refused: 0, away: 0, lost: 0, odd: 0 }]),
  ) as Calls['counts']
  const heard: number[][] = ports.map(() => [])
  const isHealthy = ports.map(() => true)
  let sent = 0

  function choose(): number {
    const healthy = [...ports.keys()].filter((n) => isHealthy[n])
    return healthy.length === 0 || dice.oneIn(10) ? dice.below(ports.length) : dice.pick(healthy)
  }

  async function once(kind: Kind, process: number, shot: Shot): Promise<Answer | undefined> {
    sent += 1
    counts[kind].sent += 1
    const answer = await send(agents[process]!, ports[process]!, shot).catch(() => undefined)
    const outcome = outcomeOf(answer)
    counts[kind][outcome] += 1
    if (outcome === 'odd' && odd.length < 1000)
      odd.push(`${shot.method ?? 'POST'} ${shot.path}: ${answer!.status} ${answer!.text.slice(0, 200)}`)
    if (outcome === 'done' || outcome === 'refused') heard[process]!.push(performance.now())
    return answer
  }

  return {
    counts,
    heard,
    sent: () => sent,
    isHealthy,
    choose,
    once,
    async insist(kind, shot, tries = 6) {
      for (let n = 0; n < tries; n++) {
        const answer = await once(kind, choose(), shot)
        if (answer && answer.status < 500) return { ...answer, tries: n + 1 }
        if (n + 1 < tries) await delay(50 * 2 ** n)
      }
      return undefined
    },
    close: () => agents.forEach((agent) => agent.destroy()),
  }
}

function outcomeOf(answer: Answer | undefined): Exclude<keyof Count, 'sent'> {
  if (!answer) return 'lost'
  const { status, code } = answer
  if (status === 503) return 'away'
  if (status < 400) return 'done'
  return status >= 500 || neverRefused.has(status) || code === 'invalid_body' ? 'odd' : 'refused'
}

function send(agent: Agent, port: number, { method = 'POST', path, token, key, body }: Shot): Promise<Answer> {
  const isForm = body instanceof URLSearchParams
  const payload = body === undefined ? undefined : isForm ? body.toString() : JSON.stringify(body)
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(payload === undefined
      ? {}
      : {
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers, signal: AbortSignal.timeout(patience) }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        if (!response.complete) return reject(new Error('the answer was cut off'))
        const text = Buffer.concat(pieces).toString()
        const parsed = parse(text, response.headers['content-type'])
        resolve({ status: response.statusCode ?? 0, code: (parsed as { code?: string } | undefined)?.code, text, body: parsed })
      })
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

const parse = (text: string, type: string | undefined): unknown => (type?.includes('json') ? JSON.parse(text) : undefined)
