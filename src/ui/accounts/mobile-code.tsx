import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { maskMobile, mobilePattern } from '#modules/accounts/rules.ts'
import { Button } from '#ui/kit/button.tsx'
import { Input } from '#ui/kit/control.tsx'
import { useCountdown } from '#ui/kit/countdown.ts'
import { Field, TextField } from '#ui/kit/field.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useEffect, useRef, useState } from 'react'
import style from './mobile-code.module.css'

/** A code that was sent: to which mobile, and when another may be requested (milliseconds since 1970). */
export type CodeSent = { to: string; again: number; arrived: boolean }

type Props = {
  to: '/api/AccountMember/SendSms' | '/api/AccountMember/SendSms_ResetPassword'
  mobile: string
  onMobile(mobile: string): void
  code: string
  onCode(code: string): void
  /** Kept by the page, so that the waiting time survives a reload. */
  sent: CodeSent | undefined
  onSent(sent: CodeSent): void
  /** Text after sending; a page that must not reveal whether the mobile is known passes its own. */
  sentText?: (sent: { mobile: string; minutes: number }) => string
  errorAt(path: string): string | undefined
  idPrefix: string
  /** Called when all six digits are typed. */
  onComplete?(): void
  codeHint?: string
}

const resendSeconds = 60
const codeMinutes = 5
const digits = (text: string, most: number) => text.replaceAll(/\D/g, '').slice(0, most)
const asMobile = (text: string) => digits(text.replace(/^\+886/, '0'), 10)

/** Fields `mobile` and `smsCode`: a mobile and the code that proves it. */
export function MobileCode(props: Props) {
  const { code, sent, sentText = m.mobile_code_sent, errorAt, idPrefix, codeHint } = props
  const sending = useCodeSending(props)
  const { isSameMobile, codeBox, takeCode } = sending
  return (
    <>
      <MobileField {...props} {...sending} />
      <div ref={codeBox} className="stack">
        <p role="status" className={style.sent}>
          {isSameMobile && sent?.arrived ? sentText({ mobile: maskMobile(sent.to), minutes: codeMinutes }) : ''}
        </p>
        <TextField
          id={`${idPrefix}-smsCode`}
          name="smsCode"
          label={m.mobile_code_code()}
          hint={sent ? codeHint : m.mobile_code_first()}
          error={errorAt('smsCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          className={style.digits}
          value={code}
          onChange={(event) => takeCode(event.target.value)}
        />
      </div>
    </>
  )
}

type OnlyProps = Pick<Props, 'idPrefix' | 'mobile' | 'onMobile' | 'errorAt'>

/** The mobile alone, where the centre sends no text messages: staff can confirm it at the desk. */
export function UnprovenMobile({ idPrefix, mobile, onMobile, errorAt }: OnlyProps) {
  return (
    <TextField
      id={`${idPrefix}-mobile`}
      name="mobile"
      label={m.mobile_code_mobile()}
      hint={m.mobile_unproven_hint()}
      error={errorAt('mobile')}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      value={mobile}
      onChange={(event) => onMobile(asMobile(event.target.value))}
    />
  )
}

type MobileProps = Pick<Props, 'idPrefix' | 'mobile' | 'onMobile' | 'errorAt'> &
  Pick<ReturnType<typeof useCodeSending>, 'busy' | 'problem' | 'clearProblem' | 'isSameMobile' | 'wait' | 'send'>

/** The mobile, with the button that sends a code to it. */
function MobileField({ idPrefix, mobile, onMobile, errorAt, busy, problem, clearProblem, isSameMobile, wait, send }: MobileProps) {
  return (
    <Field id={`${idPrefix}-mobile`} label={m.mobile_code_mobile()} hint={m.mobile_code_mobile_hint()} error={problem ?? errorAt('mobile')}>
      {(described) => (
        <div className={style.send}>
          <Input
            {...described}
            required
            name="mobile"
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            value={mobile}
            onChange={(event) => {
              clearProblem()
              onMobile(asMobile(event.target.value))
            }}
          />
          <Button look="secondary" className={style.button} busy={busy} aria-disabled={wait > 0 || undefined} onClick={() => void send()}>
            {wait > 0 ? m.mobile_code_again_in({ seconds: wait }) : isSameMobile ? m.mobile_code_again() : m.mobile_code_send()}
          </Button>
        </div>
      )}
    </Field>
  )
}

type Sending = Pick<Props, 'to' | 'mobile' | 'code' | 'onCode' | 'sent' | 'onSent' | 'onComplete'>

/** Requests a code, counts down to the next request, and reads the code from the text message where the browser can. */
function useCodeSending({ to, mobile, code, onCode, sent, onSent, onComplete }: Sending) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const codeBox = useRef<HTMLDivElement>(null)
  const isSameMobile = sent?.to === mobile
  const wait = useCountdown(isSameMobile ? sent.again : undefined)
  const waiting = useRef<AbortController>(undefined)
  useEffect(() => () => waiting.current?.abort(), [])

  function takeCode(text: string): void {
    const next = digits(text, 6)
    onCode(next)
    if (next.length === 6 && next !== code) onComplete?.()
  }

  async function send(): Promise<void> {
    if (busy || wait > 0) return
    if (!mobilePattern.test(mobile)) return setProblem(m.field_mobile())
    setBusy(true)
    setProblem(undefined)
    try {
      await api.post(to, { mobile })
      onSent({ to: mobile, again: Date.now() + resendSeconds * 1000, arrived: true })
      codeBox.current?.querySelector('input')?.focus()
      waiting.current?.abort()
      waiting.current = new AbortController()
      void codeFromText(waiting.current.signal).then((found) => found && takeCode(found))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error.errorAt('mobile') ?? (error.title || m.error_request_failed()))
      if (error.code === 'sms_too_soon')
        onSent({ to: mobile, again: Date.now() + (error.retryAfter ?? resendSeconds) * 1000, arrived: false })
    } finally {
      setBusy(false)
    }
  }

  return { busy, problem, clearProblem: () => setProblem(undefined), isSameMobile, wait, codeBox, takeCode, send }
}

/** WebOTP, where supported: the code of a text message whose last line names this host, after the person agrees. */
async function codeFromText(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in window)) return undefined
  const asked = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions
  const found = (await navigator.credentials.get(asked).catch(() => null)) as { code?: string } | null
  return found?.code
}
