import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { PortBusy } from './bind.ts'
import { openLog } from '#http/log.ts'
import { openMetrics } from '#http/metrics.ts'
import { keepPages } from '#kept-pages/keep.ts'
import { answerKeptPages } from '../kept-pages/answer.ts'
import { listen, type Fetch } from './listen.ts'

const host = '127.0.0.1'

describe('closing the server', () => {
  it('finishes the request under way, takes no new one, and does not wait for idle connections', async () => {
    const arrived = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const server = await listen(
      async (request) => {
        if (new URL(request.url).pathname === '/slow') {
          arrived.resolve()
          await answer.promise
        }
        return new Response('done')
      },
      host,
      0,
    )
    const url = `http://${host}:${server.port}`
    await (await fetch(`${url}/quick`)).text()
    const slow = fetch(`${url}/slow`)
    await arrived.promise

    const closed = server.close(10_000)
    await expect(fetch(`${url}/quick`)).rejects.toThrow('fetch failed')
    answer.resolve()
    expect(await (await slow).text()).toBe('done')
    const begun = Date.now()
    await closed
    expect(Date.now() - begun).toBeLessThan(5000)
  })

  it('answers on open connections for a moment, and ends each with its answer', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async (port: number) => {
      const answered = await new Promise<IncomingMessage>((resolve, reject) => get({ host, port, agent }, resolve).once('error', reject))
      return [await text(answered), answered.headers.connection]
    }
    const server = await listen(() => new Response('done'), host, 0)
    expect(await ask(server.port)).toEqual(['done', 'keep-alive'])
    // Closing idle connections at once would lose a request that is on its way.
    const closed = server.close(10_000, 5000)
    expect(await ask(server.port)).toEqual(['done', 'close'])
    await closed
    await expect(ask(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })

    const other = await listen(() => new Response('done'), host, 0)
    other.drain()
    expect(await ask(other.port)).toEqual(['done', 'close'])
    await other.close(0)
    agent.destroy()
  })

  it('ends live streams at once and stuck requests after the grace period', async () => {
    const stream = () =>
      new Response(new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode('data: 1\n\n')) }), {
        headers: { 'content-type': 'text/event-stream' },
      })
    const arrived = Promise.withResolvers<void>()
    const never = () => (arrived.resolve(), new Promise<Response>(() => {}))
    const server = await listen((request) => (new URL(request.url).pathname === '/live' ? stream() : never()), host, 0)
    const url = `http://${host}:${server.port}`
    const live = await fetch(`${url}/live`)
    const cut = Promise.allSettled([live.text()]).then(() => Date.now())
    const stuck = Promise.allSettled([fetch(`${url}/stuck`)])
    await arrived.promise
    const begun = Date.now()
    const closed = server.close(1500)
    expect((await cut) - begun).toBeLessThan(1400)
    await closed
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1490)
    expect(await stuck).toMatchObject([{ status: 'rejected' }])
  })

  it('says in one sentence that the port is taken', async () => {
    const first = await listen(() => new Response(), host, 0)
    await expect(listen(() => new Response(), host, first.port)).rejects.toThrow(PortBusy)
    await first.close(0)
  })
})

// One by one, the last of many clients would wait for the requests of all others, again and again.
it.runIf(process.platform === 'linux')('accepts several connections in one turn of the event loop', async () => {
  const server = await listen(() => new Response('done'), host, 0)
  const clients = Array.from({ length: 64 }, () => connect(server.port, host))
  await Promise.all(clients.map((client) => once(client, 'connect')))
  const answered = clients.map((client) => once(client.setEncoding('utf8'), 'data'))
  for (const client of clients) client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  let turns = 0
  const count = () => void (turns++, (counting = setImmediate(count)))
  let counting = setImmediate(count)
  await Promise.all(answered)
  clearImmediate(counting)
  expect(turns).toBeLessThan(clients.length)
  for (const client of clients) client.destroy()
  await server.close(0)
})

describe('a connection between two requests', () => {
  it('is kept longer than a proxy keeps it, so that no request is sent to one that is being closed', async () => {
    const server = await listen(() => new Response('done'), host, 0)
    const socket = connect(server.port, host)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [head] = (await once(socket.setEncoding('utf8'), 'data')) as [string]
    expect(Number(/^keep-alive: timeout=(\d+)/im.exec(head)?.[1])).toBeGreaterThan(60)
    socket.destroy()
    await server.close(0)
  })

  it('is closed when it has been idle for that long', async () => {
    const idle = { headers: 5000, body: 5000, upload: 5000, silence: 60_000, idle: 100, lookEvery: 50 }
    const server = await listen(() => new Response('done'), host, 0, { deadlines: idle })
    const socket = connect(server.port, host)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await text(socket)).toContain('done')
    await server.close(0)
  })
})

describe('a request with an invalid target', () => {
  it.each(['/\\\\evil.example', '/\\x', '/a\\..\\b'])('such as %s is answered by a page in both languages', async (target) => {
    let seen = 0
    const server = await listen(() => new Response(String(++seen)), host, 0)
    const socket = connect(server.port, host)
    socket.write(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('無法辨識這個網址')
    expect(answer).toContain('This address cannot be read')
    expect(answer, 'C9: the number of the document').toContain('<p>400 Bad Request')
    expect(answer).not.toContain('evil.example')
    expect(seen).toBe(0)
    await server.close(0)
  })
})

describe('a host that an address cannot have', () => {
  const early = answerKeptPages({
    config: { publicUrl: 'http://courts.example', apiBase: undefined },
    log: openLog('silent'),
    metrics: openMetrics(),
    pages: keepPages(),
    readViewer: async () => undefined,
  })

  it.each(['a:99999', '1.2.3.4.5', 'xn--a', 'a.1', '0x100000000', 'a:b', '[::1', '', '%', 'a b'])('%j gets 400', async (name) => {
    const failures: unknown[] = []
    const answering = { answerEarly: early, onFailure: (error: unknown) => failures.push(error) }
    const server = await listen(() => new Response('seen'), host, 0, answering)
    const socket = connect(server.port, host)
    socket.write(`GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
    expect(failures).toEqual([])
    await server.close(0)
  })
})

describe('an entry that throws', () => {
  const ask = async (port: number) => {
    const socket = connect(port, host).on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    return text(socket).catch(() => 'cut')
  }
  const boom = () => {
    throw new Error('boom')
  }
  const failing: Record<string, Partial<Parameters<typeof listen>[3]> & { fetch?: Fetch; answer: RegExp }> = {
    'the framework is asked instead, when it throws before it': { answerEarly: boom, answer: /^HTTP\/1.1 200 / },
    'the same, a turn later': { answerEarly: async () => boom(), answer: /^HTTP\/1.1 200 / },
    'the connection is closed, when an answer has begun': {
      answerEarly: (_, outgoing) => (outgoing.writeHead(200, { 'content-length': 10 }).write('half'), boom()),
      answer: /^(cut|HTTP\/1.1 200 [^]*half)?$/,
    },
    'the application': { fetch: boom, answer: /^HTTP\/1.1 500 [^]*Something went wrong[^]*<p>500 Internal Server Error/ },
    'the application, a turn later': { fetch: async () => boom(), answer: /^HTTP\/1.1 500 [^]*Something went wrong/ },
    'an error event of the answer': {
      fetch: (_, env) => ((env.outgoing as ServerResponse).emit('error', new Error('boom')), new Response('done')),
      answer: /^HTTP\/1.1 200 /,
    },
  }

  it.each(Object.entries(failing))(
    'is noted, and ends nothing: %s',
    async (_, { fetch = () => new Response('done'), answer, answerEarly }) => {
      const failures: unknown[] = []
      const server = await listen(fetch, host, 0, { ...(answerEarly && { answerEarly }), onFailure: (error) => failures.push(error) })
      expect(await ask(server.port)).toMatch(answer)
      expect(failures).toEqual([new Error('boom')])
      await server.close(0)
    },
  )
})

/** Ten times the longest that a timer of this process has come late: for clients and a server that are this process alone. */
function watchTimers(): { slack(): number; stop(): void } {
  const every = 20
  let last = performance.now()
  let latest = 0
  const timer = setInterval(() => {
    const now = performance.now()
    latest = Math.max(latest, now - last - every)
    last = now
  }, every).unref()
  return { slack: () => 10 * latest, stop: () => clearInterval(timer) }
}

describe('slow clients', () => {
  const deadlines = { headers: 600, body: 600, upload: 1200, silence: 5000, idle: 5000, lookEvery: 50 }
  const post = (type: string, path = '/slow') => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n`
  const manners = {
    silent: { opening: '', drop: '' },
    headers: { opening: 'GET / HTTP/1.1\r\n', drop: 'x-slow: 1\r\n' },
    body: { opening: post('application/json'), drop: ' ' },
    odd: { opening: post('multipart/x'), drop: 'x' },
    elsewhere: { opening: post('multipart/form-data; boundary=x', '/other?/slow'), drop: 'x' },
    upload: { opening: post('multipart/form-data; boundary=x', '/slow?kind=1'), drop: 'x' },
  }

  /** Sends a little every now and then, and never comes to an end. Resolves when the server has had enough. */
  async function dawdle(port: number, { opening, drop }: { opening: string; drop: string }): Promise<number> {
    const begun = performance.now()
    const socket: Socket = connect(port, host)
    socket.on('error', () => {}).resume()
    socket.write(opening)
    const timer = setInterval(() => socket.write(drop), 100)
    // Not events.once: it rejects when the server resets the connection, which is one way of closing it.
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(timer)
    return performance.now() - begun
  }

  it('are closed in time, four hundred of them, while others are served', async () => {
    const pace = watchTimers()
    const server = await listen(async (request) => new Response(await request.text()), host, 0, {
      deadlines,
      isUpload: (path) => path === '/slow',
    })
    const closed = Object.entries(manners).map(async ([name, manner]) => {
      const lasted = await Promise.all(Array.from({ length: 70 }, () => dawdle(server.port, manner)))
      return [name, Math.max(...lasted)] as const
    })
    const over = new AbortController()
    const all = Promise.all(closed).finally(() => over.abort())
    let served = 0
    let longest = 0
    while (!over.signal.aborted) {
      const asked = performance.now()
      const answer = await fetch(`http://${host}:${server.port}/`, { method: 'POST', body: 'quick' })
      expect(await answer.text()).toBe('quick')
      served++
      longest = Math.max(longest, performance.now() - asked)
    }
    const lasted = Object.fromEntries(await all)
    pace.stop()
    // One may be answered only because the slow ones are gone.
    expect(served).toBeGreaterThan(1)
    expect(longest).toBeLessThan(1000 + pace.slack())
    // Before the next longer deadline: on a busy machine each of them takes longer.
    for (const name of ['silent', 'headers', 'body', 'odd', 'elsewhere'])
      expect(lasted[name], name).toBeLessThan(deadlines.upload + pace.slack())
    expect(lasted['upload']).toBeGreaterThan(1000)
    expect(lasted['upload']).toBeLessThan(deadlines.silence + pace.slack())
    await server.close(0)
  })

  it('are closed when they do not read the answer', async () => {
    let givenUp = () => {}
    const cancelled = new Promise<void>((resolve) => (givenUp = resolve))
    const endless = () => new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536)), cancel: () => givenUp() })
    const server = await listen(() => new Response(endless()), host, 0, { deadlines: { ...deadlines, silence: 300 } })
    const socket = connect(server.port, host)
    socket.on('error', () => {}).pause()
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect(cancelled).resolves.toBeUndefined()
    socket.destroy()
    await server.close(0)
  })
})
