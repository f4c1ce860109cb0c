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
