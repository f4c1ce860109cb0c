import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { startGatewayStandIn } from '#testing/gateway-stand-in.ts'
import { deadPort, startHttpStandIn } from '#testing/http-stand-in.ts'
import { plainTextOf } from '#testing/read-letter.ts'
import { startTemporaryPostgres } from '#testing/global-setup.ts'
import { builtServer, startServer } from '#testing/server-process.ts'
import { startSmtpStandIn } from '#testing/smtp-stand-in.ts'
import { expect } from './journey.ts'

/** A service without the demo on an empty PostgreSQL, connected to stand-ins that speak the protocols of real providers. */
export async function startOwnCentre() {
  const postgres = await startTemporaryPostgres()
  const port = String(await deadPort())
  const url = `http://127.0.0.1:${port}`
  const dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
  const [smtp, texts, gatewayDatabase, centreDatabase] = await Promise.all([
    startSmtpStandIn(),
    startHttpStandIn(({ path }) => ({
      status: 200,
      body: path.includes('SmQuery') ? 'AccountPoint=500\r\n' : '[1]\r\nmsgid=1\r\nstatuscode=1\r\nAccountPoint=499\r\n',
    })),
    ownDatabase(postgres.url, 'gateway'),
    ownDatabase(postgres.url, 'centre'),
  ])
  const gateway = await startGatewayStandIn(gatewayDatabase, url)
  const settings = {
    DATABASE_URL: centreDatabase,
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR: dir,
    DEMO: '0',
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
    SMTP_URL: smtp.url.replace('smtp://', 'smtp://centre:secret@'),
    MAIL_FROM: 'no-reply@sports.tw',
    SMS_PROVIDER: 'mitake',
    SMS_URL: texts.url,
    SMS_USERNAME: 'centre',
    SMS_PASSWORD: 'secret',
    PAYMENT_URL: gateway.config.url,
    PAYMENT_MERCHANT_ID: gateway.config.merchantId,
    PAYMENT_HASH_KEY: gateway.config.hashKey,
    PAYMENT_HASH_IV: gateway.config.hashIv,
  }
  let [server] = await Promise.all([startServer(settings, builtServer), migrate(gatewayDatabase)])
  return {
    url,
    ...deliveredBy(smtp, texts),
    /** The setup link that the last start has printed. */
    setupLink: () => /https?:\S+\/setup\?key=[\w-]+/.exec(server.stdout())?.[0],
    /** Makes the setup link older, or younger again. */
    ageLink: (hours: number) =>
      runSql(
        settings.DATABASE_URL,
        `update staff_invitations set created_at = created_at - interval '${hours} hours', expires_at = expires_at - interval '${hours} hours'`,
      ),
    async restart() {
      await server.stop()
      server = await startServer(settings, builtServer)
    },
    async stop() {
      await server.stop()
      await gateway.close()
      await Promise.all([smtp.close(), texts.close()])
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Reads what the stand-ins for mail and texts have received. */
function deliveredBy(smtp: Awaited<ReturnType<typeof startSmtpStandIn>>, texts: Awaited<ReturnType<typeof startHttpStandIn>>) {
  return {
    mailTo: (address: string) =>
      waitFor(() => {
        const at = smtp.recipients.lastIndexOf(address)
        return at < 0 || smtp.letters[at] === undefined ? undefined : plainTextOf(smtp.letters[at])
      }),
    textTo: (mobile: string) =>
      waitFor(() =>
        texts.calls.findLast(({ path, form }) => path.includes('SmSend') && form.get('dstaddr') === mobile)?.form.get('smbody'),
      ),
  }
}

async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function ownDatabase(server: string, name: string): Promise<string> {
  await runSql(server, `create database ${name}`)
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function waitFor(read: () => string | null | undefined): Promise<string> {
  let found: string | null | undefined
  await expect.poll(() => (found = read()) != null, { timeout: 20_000 }).toBe(true)
  return found!
}
