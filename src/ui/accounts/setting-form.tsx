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

/** Saves one section of the settings: sends only its fields, and sets the member from the answer. */
export function useMemberChange(bodyOf: (form: FormData) => object, onSaved: (member: MemberAnswer) => void, check?: Check) {
  const api = useApi()
  const keep = useSetMember()
  return useSubmit(
    async (form) => {
      const member = await api.put<MemberAnswer>('/api/AccountMember', bodyOf(form))
      keep(member)
      onSaved(member)
    },
    check ? { check } : {},
  )
}

/** Footer of a settings form: problem, button and the message that it is saved. */
export function SaveLine({ refused, busy, saved, label, children }: SaveLineProps) {
  return (
    <>
      <FormProblem refused={refused} />
      <div className={style.actions}>
        <Button type="submit" busy={busy}>
          {label ?? m.setting_save()}
        </Button>
        {children}
        <span className={style.saved} role="status">
          {saved && !busy && (
            <>
              <Icon name="check" size={20} />
              {m.setting_saved()}
            </>
          )}
        </span>
      </div>
    </>
  )
}

type SaveLineProps = { refused: Refused | undefined; busy: boolean; saved?: boolean; label?: string; children?: ReactNode }
