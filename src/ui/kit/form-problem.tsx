import { m } from '#i18n/generated/messages.js'
import { own } from '#lib/own.ts'
import type { ReactNode } from 'react'
import { Callout } from './callout.tsx'
import { clockText, useCountdown } from './countdown.ts'
import style from './form-problem.module.css'
import type { Refused } from './use-submit.ts'

type Props = {
  refused: Refused | undefined
  /** Other words than the server's, by code. */
  says?: Record<string, () => string>
  /** What can be done about it. */
  children?: ReactNode
}

/** Why the form was refused, above its button. The region stands there from the beginning, so that what appears in it is read out. */
export function FormProblem({ refused, says, children }: Props) {
  const left = useCountdown(refused?.until)
  const message = refused && ((says && own(says, refused.code)?.()) ?? refused.title)
  // When everything that is wrong stands beside its field, it is not said twice.
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
        // Outside of the alert, or every second would be read out.
        <p className={style.timer} role="timer">
          {m.form_wait({ time: clockText(left) })}
        </p>
      )}
    </>
  )
}
