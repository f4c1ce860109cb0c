import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type HttpCall = { method: string; path: string; headers: IncomingHttpHeaders; body: string; form: URLSearchParams }
export type HttpAnswer = { status: number; body: string } | 'hang-up' | 'silence'
export type HttpStandIn = {
  url: string
  calls: HttpCall[]
  answer: (call: HttpCall) => HttpAnswer | Promise<HttpAnswer>
  close(): Promise<void>
}

/** A minimal HTTP provider. `answer` may be changed while it runs. */
export async function startHttpStandIn(answer: HttpStandIn['answer']): Promise<HttpStandIn> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
      form: new URLSearchParams(body),
    }
    standIn.calls.push(call)
    const given = await standIn.answer(call)
    if (given === 'hang-up') request.socket.destroy()
    else if (given !== 'silence') response.writeHead(given.status, { 'content-type': 'text/plain; charset=utf-8' }).end(given.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: HttpStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

/** An address on which nothing listens. */
export async function deadPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
