import { loadConfig, type Config } from '#config.ts'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { runningEmbedded } from '#db/embedded-running.ts'
import { StartError } from '#lib/start-error.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { findStaffByEmail } from '#modules/accounts/staff-store.ts'
import { email as emailShape } from '#modules/accounts/wire.ts'
import { inviteAtMachine } from '#modules/staff/invite-at-machine.ts'
import { readStaff } from '#modules/staff/list-staff.ts'
import { resetFactorsAtMachine } from '#modules/staff/reset-factors.ts'
import { isStaffRole, staffRoles } from '#modules/staff/rules.ts'
import { openDatabase } from '#process/database.ts'
import { endWithSentence } from '#process/end-with-sentence.ts'
import { DataDirInUse, lockDataDir } from '#process/lock.ts'

const usage = `Usage: npm run staff -- invite EMAIL ROLE    prints a link that makes the owner of the address staff
       npm run staff -- list                 who runs the centre, and open invitations
       npm run staff -- reset-factors EMAIL  removes passkeys and authenticator of somebody who has lost theirs
Roles: ${staffRoles.join(', ')}.`

const deeds: Record<string, (db: Db, config: Config, args: string[]) => Promise<void>> = { invite, list, 'reset-factors': forgetFactors }

async function invite(db: Db, config: Config, [address = '', role = '']: string[]): Promise<void> {
  const email = addressOf(address)
  if (!isStaffRole(role)) throw new StartError(`"${role}" is no role: choose one of ${staffRoles.join(', ')}.`)
  const now = new Date()
  const result = await inviteAtMachine(db, config.publicUrl, { email, role }, auditAsService('npm run staff -- invite', now), now)
  if (!result.ok)
    throw new StartError(`${email} is the only administrator: give somebody else the role admin first, or invite this address as admin.`)
  const { link, expiresAt, hasAccount } = result.value
  console.log(
    hasAccount
      ? `${email} has an account. With this link its owner becomes staff (${role}), and chooses a new password and a new second factor:`
      : `With this link the owner of ${email} makes an account as staff (${role}):`,
  )
  console.log(link)
  console.log(
    `It works once, until ${expiresAt.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}. Give it to nobody else.`,
  )
  if (process.env['PUBLIC_URL'] === undefined)
    console.log(`PUBLIC_URL is not set here: if the site has another address than ${config.publicUrl}, put it in the link.`)
}

async function list(db: Db): Promise<void> {
  const { staff, invitations } = await readStaff(db, new Date())
  if (staff.length === 0) console.log('Nobody runs this centre yet.')
  for (const one of staff)
    console.log(`${one.role}\t${one.email}\t${one.name}${one.suspendedAt ? `\tsuspended since ${dayOf(one.suspendedAt)}` : ''}`)
  for (const one of invitations) console.log(`${one.role}\t${one.email}\tinvited, until ${one.expiresAt.toISOString()}`)
}

async function forgetFactors(db: Db, _config: Config, [address = '']: string[]): Promise<void> {
  const email = addressOf(address)
  const now = new Date()
  const member = await findStaffByEmail(db, email)
  const isDone = member && (await resetFactorsAtMachine(db, member.id, auditAsService('npm run staff -- reset-factors', now), now))
  if (!isDone) throw new StartError(`${email} is not the address of anybody on the staff: see npm run staff -- list.`)
  console.log(`${email} logs in with the password and sets up a new second factor. All sessions of this account have ended.`)
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

function addressOf(text: string): string {
  const email = emailShape.safeParse(text)
  if (!email.success) throw new StartError(`"${text}" is no email address.\n${usage}`)
  return email.data
}

/** Opens the database, also the embedded one of a service that is running. */
async function onDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const database = await open(config)
  const db = openDb(database.url, 1)
  try {
    await work(db)
  } finally {
    await closeDb(db)
    await database.stop()
  }
}

async function open(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return openDatabase(config.dataDir, config.databaseUrl)
  try {
    const lock = lockDataDir(config.dataDir)
    const database = await openDatabase(config.dataDir, undefined).catch((error: unknown) => {
      lock.release()
      throw error
    })
    return { url: database.url, stop: () => database.stop().finally(lock.release) }
  } catch (error) {
    const url = error instanceof DataDirInUse ? runningEmbedded(config.dataDir) : undefined
    if (url === undefined) throw error
    return { url, stop: async () => {} }
  }
}

const [name = '', ...args] = process.argv.slice(2)
try {
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined
  if (!deed) throw new StartError(usage)
  const config = loadConfig(process.env)
  await onDatabase(config, (db) => deed(db, config, args))
  process.exit(0)
} catch (error) {
  endWithSentence(error)
}
