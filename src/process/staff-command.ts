import type { Db } from '#db/connect.ts'
import type { StaffRole } from '#http/session.ts'
import { StartError } from '#lib/start-error.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { findStaffByEmail } from '#modules/accounts/staff-store.ts'
import { email as emailShape } from '#modules/accounts/wire.ts'
import { inviteAtMachine } from '#modules/staff/invite-at-machine.ts'
import { readStaff } from '#modules/staff/list-staff.ts'
import { resetFactorsAtMachine } from '#modules/staff/reset-factors.ts'
import { isStaffRole, staffRoles } from '#modules/staff/rules.ts'

const usage = `Usage: npm run staff -- invite EMAIL ROLE …  prints a link that makes the owner of the address staff, with these roles
       npm run staff -- list                 who runs the centre, and open invitations
       npm run staff -- reset-factors EMAIL  removes passkeys and authenticator of somebody who has lost theirs
Roles: ${staffRoles.join(', ')}.`

type Asked = { db: Db; publicUrl: string; args: string[]; now: Date }
export type StaffCommand = (asked: Asked) => Promise<string[]>

const commands: Record<string, StaffCommand> = { invite, list, 'reset-factors': forgetFactors }

/** The command of `npm run staff` by its name. It answers with the lines to print, or throws the sentence that says why not. */
export function staffCommand(name: string): StaffCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartError(usage)
  return command
}

async function invite({ db, publicUrl, args: [address = '', ...words], now }: Asked): Promise<string[]> {
  const email = addressOf(address)
  const roles = rolesOf(words)
  const result = await inviteAtMachine(db, publicUrl, { email, roles }, auditAsService('npm run staff -- invite', now), now)
  if (!result.ok)
    throw new StartError(`${email} is the only administrator: give somebody else the role admin first, or invite this address as admin.`)
  const { link, expiresAt, hasAccount } = result.value
  return [
    hasAccount
      ? `${email} has an account. With this link its owner becomes staff (${roles.join(', ')}), and chooses a new password and a new second factor:`
      : `With this link the owner of ${email} makes an account as staff (${roles.join(', ')}):`,
    link,
    `It works once, until ${expiresAt.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}. Give it to nobody else.`,
  ]
}

/** Roles as they are typed, one after the other or with commas between them. */
function rolesOf(words: string[]): StaffRole[] {
  const typed = words.flatMap((word) => word.split(',')).filter((word) => word !== '')
  const wrong = typed.length === 0 ? '' : typed.find((word) => !isStaffRole(word))
  if (wrong !== undefined) throw new StartError(`"${wrong}" is no role: choose one or several of ${staffRoles.join(', ')}.`)
  return staffRoles.filter((role) => typed.includes(role))
}

async function list({ db, now }: Asked): Promise<string[]> {
  const { staff, invitations } = await readStaff(db, now)
  if (staff.length === 0 && invitations.length === 0) return ['Nobody runs this centre yet.']
  return [
    ...staff.map((one) => {
      const suspended = one.suspendedAt ? `\tsuspended since ${one.suspendedAt.toISOString().slice(0, 10)}` : ''
      return `${one.roles.join(', ')}\t${one.email}\t${one.name}${suspended}`
    }),
    ...invitations.map((one) => `${one.roles.join(', ')}\t${one.email}\tinvited, until ${one.expiresAt.toISOString()}`),
  ]
}

async function forgetFactors({ db, args: [address = ''], now }: Asked): Promise<string[]> {
  const email = addressOf(address)
  const member = await findStaffByEmail(db, email)
  const isDone = member && (await resetFactorsAtMachine(db, member.id, auditAsService('npm run staff -- reset-factors', now), now))
  if (!isDone) throw new StartError(`${email} is not the address of anybody on the staff: see npm run staff -- list.`)
  return [`${email} logs in with the password and sets up a new second factor. All sessions of this account have ended.`]
}

function addressOf(text: string): string {
  const email = emailShape.safeParse(text)
  if (!email.success) throw new StartError(`"${text}" is no email address.\n${usage}`)
  return email.data
}
