import { connect } from 'node:net'
import { outcomeOf, type Outcome } from './load.ts'

const endOfHead = Buffer.from('\r\n\r\n')
const lastPiece = Buffer.from('0\r\n\r\n')

/**
 * Asks for one page again and again, each client on its own kept-alive connection, and reads no more of an answer than its status
 * and its length: Node's own client takes as much processor time for a page as the server, and they share the processor.
 */
export async function firePages(
  base: string,
  clients: number,
  path: string,
  headers: Record<string, string>,
  count: number,
): Promise<Outcome> {
  const { hostname, port, host } = new URL(base)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const times: number[] = []
  const statuses: Record<number, number> = {}
  let left = count
  const begun = performance.now()
  const visit = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let [asked, missing, headOpen] = [0, 0, true]
      const ask = () => {
        if (left-- <= 0) return void socket.end(resolve)
        asked = performance.now()
        headOpen = true
        socket.write(request)
      }
      socket.setNoDelay(true).once('connect', ask).once('error', reject)
      socket.on('data', (chunk: Buffer) => {
        if (headOpen) {
          const { status, length, headLength } = readHead(chunk)
          statuses[status] = (statuses[status] ?? 0) + 1
          missing = length - (chunk.length - headLength)
          headOpen = false
        } else missing -= chunk.length
        // The few that are rendered just now come in pieces: their length is known at their end.
        if (missing > 0 && !(missing === Infinity && chunk.subarray(-lastPiece.length).equals(lastPiece))) return
        times.push(performance.now() - asked)
        ask()
      })
    })
  await Promise.all(Array.from({ length: clients }, visit))
  return outcomeOf(times, statuses, (performance.now() - begun) / 1000)
}

function readHead(chunk: Buffer): { status: number; length: number; headLength: number } {
  const end = chunk.indexOf(endOfHead)
  if (end < 0) throw new Error('the head of an answer came in several pieces')
  const head = chunk.toString('latin1', 0, end)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Infinity)
  return { status: Number(head.slice(9, 12)), length, headLength: end + endOfHead.length }
}
