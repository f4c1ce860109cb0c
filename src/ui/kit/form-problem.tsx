import { m } from '#i18n/generated/messages.js'
import { ownValue } from '#lib/own-value.ts'
import type { ReactNode } from 'react'
import { Callout } from './callout.tsx'
import { clockText, useCountdown } from './countdown.ts'
import style from './form-problem.module.css'
import type { Refused } from './use-submit.ts'

type Props = {
  refused: Refused | undefined
  /** Texts that replace the server's, by problem code. */
  says?: Record<string, () => string>
  /** Actions that help with the problem. */
  children?: ReactNode
}

/** Why a form was refused, above its button. The live region is rendered from the start, so that text that appears in it is announced. */
export function FormProblem({ refused, says, children }: Props) {
  const left = useCountdown(refused?.until)
  const message = refused && ((says && ownValue(says, refused.code)?.()) ?? refused.title)
  // Errors that stand beside their fields are not repeated here.
  const beside = refused !== undefined && refused.errors.length > 0
  const waited = refused?.until !== undefined && left === 0
  return (
    <>
      <div role="alert" className={style.region}>
        {message && !beside && (
          <Callout tone={waited ? 'info' : 'error'}>
            <p>{waited ? m.form_try_again_now() : message}</p>
            {children}
          </Callout>
        )}
      </div>
      {left > 0 && !beside && (
        // Outside of the alert, or a screen reader would announce every second.
        <p className={style.timer} role="timer">
          {m.form_wait({ time: clockText(left) })}
        </p>
      )}
    </>
  )
}
