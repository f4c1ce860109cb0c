import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { listen, PortBusy } from './listen.ts'

const host = '127.0.0.1'

describe('closing the server', () => {
  it('finishes the request under way, takes no new one, and does not wait for idle connections', async () => {
    let answer = () => {}
    const waiting = new Promise<void>((resolve) => {
      answer = resolve
    })
    const server = await listen(
      async (request) => {
        if (new URL(request.url).pathname === '/slow') await waiting
        return new Response('done')
      },
      host,
      0,
    )
    const url = `http://${host}:${server.port}`
    await (await fetch(`${url}/quick`)).text()
    const slow = fetch(`${url}/slow`)
    await delay(100)

    const closed = server.close(10_000)
    await delay(50)
    await expect(fetch(`${url}/quick`)).rejects.toThrow('fetch failed')
    answer()
    expect(await (await slow).text()).toBe('done')
    const begun = Date.now()
    await closed
    expect(Date.now() - begun).toBeLessThan(5000)
  })

  it('cuts live streams at once and stuck requests after the grace', async () => {
    const stream = () =>
      new Response(new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode('data: 1\n\n')) }), {
        headers: { 'content-type': 'text/event-stream' },
      })
    const server = await listen((request) => (new URL(request.url).pathname === '/live' ? stream() : new Promise(() => {})), host, 0)
    const url = `http://${host}:${server.port}`
    const live = await fetch(`${url}/live`)
    const cut = Promise.allSettled([live.text()]).then(() => Date.now())
    const stuck = Promise.allSettled([fetch(`${url}/stuck`)])
    await delay(100)
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

describe('a request that is none', () => {
  it.each(['/\\\\evil.example', '/\\x', '/a\\..\\b'])('for %s is told so on a page, in both languages', async (target) => {
    let seen = 0
    const server = await listen(() => new Response(String(++seen)), host, 0)
    const socket = connect(server.port, host)
    socket.write(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('無法辨識這個網址')
    expect(answer).toContain('This address cannot be read')
    expect(answer).not.toContain('evil.example')
    expect(seen).toBe(0)
    await server.close(0)
  })
})
