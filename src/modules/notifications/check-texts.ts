import type { Config, SmsConfig } from '#config.ts'
import { found, foundStatus, type Finding } from '#http/findings.ts'
import { networkFaultOf, reasonOf } from '#lib/network-fault.ts'
import { readMitakeAnswer } from './mitake.ts'

const setting = 'SMS_URL'
/** Texts that are left, below which somebody should buy more. */
const fewTexts = 100
/** Balance in the account's currency, below which somebody should add to it. */
const littleMoney = 5

type Waits = { timeoutMs?: number }

/** Asks the provider of text messages for the account's credit: proves address and login, and sends nothing. */
export async function checkTexts({ sms, demo }: Pick<Config, 'sms' | 'demo'>, waits: Waits = {}): Promise<Finding[]> {
  if (sms === undefined) return [found('texts', demo ? 'texts_inbox' : 'texts_not_set')]
  const { host } = new URL(sms.url)
  try {
    return [await (sms.provider === 'mitake' ? askMitake(sms, waits) : askTwilio(sms, waits))]
  } catch (error) {
    const reason = reasonOf(error)
    return [found('texts', networkFaultOf(reason), { host, setting, reason })]
  }
}

type Mitake = Extract<SmsConfig, { provider: 'mitake' }>

const mitakeFaults: Partial<Record<string, 'keys_refused' | 'texts_password_old' | 'texts_not_active' | 'texts_address_refused'>> = {
  // No name, no password, one of them wrong.
  c: 'keys_refused',
  d: 'keys_refused',
  e: 'keys_refused',
  // The password has to be changed, or has expired.
  m: 'texts_password_old',
  n: 'texts_password_old',
  // The account has expired, is locked, or may not use the interface for programs.
  f: 'texts_not_active',
  h: 'texts_not_active',
  p: 'texts_not_active',
  k: 'texts_address_refused',
}

/** SmQuery without a message id answers `AccountPoint=126`, or a status code. */
async function askMitake({ url, username, password }: Mitake, waits: Waits): Promise<Finding> {
  const { host } = new URL(url)
  const answer = await ask(`${url}/api/mtk/SmQuery`, { method: 'POST', body: new URLSearchParams({ username, password }) }, waits)
  if (answer.status !== 200) return foundStatus('texts', answer.status, { host, setting })
  const fields = readMitakeAnswer(answer.text)
  const [code, credit] = [fields.get('statuscode'), fields.get('accountpoint')]
  const fault = mitakeFaults[code ?? '']
  if (fault !== undefined)
    return found('texts', fault, { host, setting: 'SMS_USERNAME, SMS_PASSWORD', provider: 'Mitake', reason: code ?? '' })
  if (credit === undefined || !/^\d+$/.test(credit))
    return found('texts', 'texts_not_understood', { host, reason: code ?? 'no AccountPoint' })
  return found('texts', creditCode(Number(credit), fewTexts), { provider: 'Mitake', credit })
}

type Twilio = Extract<SmsConfig, { provider: 'twilio' }>

/** The account says whether it is active; its balance is not readable with every kind of key. */
async function askTwilio({ url, accountSid, authToken }: Twilio, waits: Waits): Promise<Finding> {
  const { host } = new URL(url)
  const headers = { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` }
  const account = await ask(`${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}.json`, { headers }, waits)
  if ([401, 403, 404].includes(account.status)) return found('texts', 'keys_refused', { host, setting: 'SMS_ACCOUNT_SID, SMS_AUTH_TOKEN' })
  if (account.status !== 200) return foundStatus('texts', account.status, { host, setting })
  const { status } = readJson<{ status: string }>(account.text)
  if (status === undefined) return found('texts', 'texts_not_understood', { host, reason: 'no status' })
  if (status !== 'active') return found('texts', 'texts_not_active', { provider: 'Twilio', reason: status })
  const money = await ask(`${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Balance.json`, { headers }, waits)
  const { balance, currency } = money.status === 200 ? readJson<{ balance: string; currency: string }>(money.text) : {}
  if (balance === undefined || !Number.isFinite(Number(balance))) return found('texts', 'texts_ready', { provider: 'Twilio' })
  const credit = `${balance} ${currency ?? ''}`.trim()
  return found('texts', creditCode(Number(balance), littleMoney), { provider: 'Twilio', credit })
}

function creditCode(credit: number, few: number): 'texts_no_credit' | 'texts_credit_low' | 'texts_credit' {
  if (credit <= 0) return 'texts_no_credit'
  return credit < few ? 'texts_credit_low' : 'texts_credit'
}

async function ask(url: string, init: RequestInit, { timeoutMs = 8000 }: Waits): Promise<{ status: number; text: string }> {
  const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  return { status: answer.status, text: await answer.text() }
}

function readJson<T extends object>(text: string): Partial<T> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<T>
  } catch {
    return {}
  }
}
