import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useSubmit, type Refused } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import type { ReactNode } from 'react'
import { useSetMember } from './member-queries.ts'
import style from './setting.module.css'

type Check = NonNullable<Parameters<typeof useSubmit>[1]>['check']

type SaveBody = (form: FormData) => object | undefined

/**
 * Saves one section of the settings: sends only its fields, and sets the member from the answer. A body that is undefined has nothing
 * to save: nothing is sent, and no member handed on.
 */
export function useMemberChange(bodyOf: SaveBody, onSaved: (member: MemberAnswer | undefined) => void, check?: Check) {
  const api = useApi()
  const keep = useSetMember()
  return useSubmit(
    async (form) => {
      const body = bodyOf(form)
      const member = body && (await api.put<MemberAnswer>('/api/AccountMember', body))
      if (member) keep(member)
      onSaved(member)
    },
    check ? { check } : {},
  )
}

export type SaveOutcome = 'saved' | 'unchanged' | undefined

/** Footer of a settings form: problem, button and the message that it is saved, or that nothing was to be. */
export function SaveLine({ refused, busy, outcome, label, children }: SaveLineProps) {
  return (
    <>
      <FormProblem refused={refused} />
      <div className={style.actions}>
        <Button type="submit" busy={busy}>
          {label ?? m.setting_save()}
        </Button>
        {children}
        <span className={style.saved} role="status">
          {outcome && !busy && (
            <>
              <Icon name={outcome === 'saved' ? 'check' : 'info'} size={20} />
              {outcome === 'saved' ? m.setting_saved() : m.setting_unchanged()}
            </>
          )}
        </span>
      </div>
    </>
  )
}

type SaveLineProps = { refused: Refused | undefined; busy: boolean; outcome?: SaveOutcome; label?: string; children?: ReactNode }
