import { createServer, type AddressInfo, type Socket } from 'node:net'

type Step = 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END'
/** For a step: the answer to give instead of a good one, or 'hang-up'. `END` is the answer to the whole letter. */
export type SmtpScript = Partial<Record<Step, string>>
/** The server has no TLS: `url` allows that (requireTLS=false), `strictUrl` does not. */
export type SmtpStandIn = {
  url: string
  strictUrl: string
  letters: string[]
  verbs: string[]
  recipients: string[]
  script: SmtpScript
  close(): Promise<void>
}

const goodAnswers: Record<Step, string> = {
  EHLO: '250-stand-in\r\n250 AUTH PLAIN',
  AUTH: '235 ok',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  END: '250 kept',
}

/** A minimal SMTP server. `script` may be changed while it runs. */
export async function startSmtpStandIn(script: SmtpScript = {}): Promise<SmtpStandIn> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.write('220 stand-in\r\n')
    let pending = ''
    let inLetter = false
    const answer = (step: Step) => {
      const line = standIn.script[step] ?? goodAnswers[step]
      if (line === 'hang-up') socket.destroy()
      else if (line !== 'silence') socket.write(`${line}\r\n`)
    }
    socket.on('data', (chunk) => {
      pending += chunk.toString('utf8')
      for (let end = pending.indexOf(inLetter ? '\r\n.\r\n' : '\r\n'); end >= 0; end = pending.indexOf(inLetter ? '\r\n.\r\n' : '\r\n')) {
        const text = pending.slice(0, end)
        pending = pending.slice(end + (inLetter ? 5 : 2))
        if (inLetter) {
          inLetter = false
          standIn.letters.push(text)
          answer('END')
          continue
        }
        const verb = text.slice(0, 4).toUpperCase()
        standIn.verbs.push(verb)
        if (verb === 'QUIT') socket.end('221 bye\r\n')
        else if (verb in goodAnswers) {
          if (verb === 'RCPT') standIn.recipients.push(/<(.*)>/.exec(text)?.[1] ?? '')
          inLetter = verb === 'DATA' && standIn.script.DATA === undefined
          answer(verb as Step)
        } else socket.write('502 what\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const strictUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standIn: SmtpStandIn = {
    url: `${strictUrl}?requireTLS=false`,
    strictUrl,
    letters: [],
    verbs: [],
    recipients: [],
    script,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return standIn
}
