import { m } from '#i18n/generated/messages.js'
import type { AddedFactorAnswer, RecoveryCodesAnswer, SecondFactorsAnswer } from '#modules/logins/second-factor-wire.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { AddAuthenticator, AddPasskey } from './add-factor.tsx'
import { startSession } from './log-in.ts'
import { ConfirmedFirst } from './proven-first.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import factor from './second-factor.module.css'
import style from './setting.module.css'

export type Doing = 'passkey' | 'authenticator' | 'codes'

const titles: Record<Doing, () => string> = {
  passkey: m.passkey_add,
  authenticator: m.authenticator_set_up,
  codes: m.factor_codes_new,
}

type Changing = { factors: SecondFactorsAnswer; member: MemberAnswer }

type AddSheetProps = Changing & { doing: Doing; refetch(): Promise<void>; onClose(): void }

/** Adds a factor or makes new recovery codes, after what must be confirmed first. */
export function AddSheet({ doing, factors, member, refetch, onClose }: AddSheetProps) {
  const router = useRouter()
  const [codes, setCodes] = useState<string[]>([])
  const onAdded = async ({ recoveryCodes, session }: AddedFactorAnswer) => {
    if (session) startSession(router, session)
    toast('success', m.factor_added())
    if (recoveryCodes.length === 0) onClose()
    else setCodes(recoveryCodes)
    await refetch()
  }
  const onMade = async (made: string[]) => {
    setCodes(made)
    await refetch()
  }
  return (
    <Sheet open title={codes.length > 0 ? m.factor_codes_title() : titles[doing]()} onClose={onClose}>
      {codes.length > 0 ? (
        <RecoveryCodeList codes={codes} onKept={onClose} />
      ) : (
        <ConfirmedFirst {...{ factors, member }}>
          {doing === 'passkey' && <AddPasskey onAdded={onAdded} />}
          {doing === 'authenticator' && <AddAuthenticator onAdded={onAdded} />}
          {doing === 'codes' && <NewCodes onMade={onMade} />}
        </ConfirmedFirst>
      )}
    </Sheet>
  )
}

function NewCodes({ onMade }: { onMade(codes: string[]): Promise<void> }) {
  const api = useApi()
  const { busy, refused, form } = useSubmit(async () =>
    onMade((await api.post<RecoveryCodesAnswer>('/api/AccountMember/RecoveryCodes')).recoveryCodes),
  )
  return (
    <form {...form} className={factor.setup}>
      <p className={style.note}>{m.factor_codes_new_lead()}</p>
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <Button type="submit" busy={busy}>
            {m.factor_codes_new()}
          </Button>
        }
      />
    </form>
  )
}

type RemoveProps = Changing & {
  name: string
  /** What follows, unless it is that one cannot log in by it any more. */
  text?: string
  remove(): Promise<unknown>
  onRemoved(): Promise<void>
}

/** Button that removes a factor, after what must be confirmed first. */
export function RemoveFactor({ factors, member, name, text = m.factor_remove_text(), remove, onRemoved }: RemoveProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" className={style.small} aria-label={m.factor_remove_named({ name })} onClick={() => setOpen(true)}>
        {m.factor_remove()}
      </Button>
      <Sheet open={open} title={m.factor_remove_title({ name })} onClose={() => setOpen(false)}>
        <ConfirmedFirst {...{ factors, member }}>
          <RemoveNow {...{ text, remove, onRemoved }} onKeep={() => setOpen(false)} />
        </ConfirmedFirst>
      </Sheet>
    </>
  )
}

function RemoveNow({ text, remove, onRemoved, onKeep }: Required<Pick<RemoveProps, 'text' | 'remove' | 'onRemoved'>> & { onKeep(): void }) {
  const { busy, refused, form } = useSubmit(async () => {
    await remove()
    onKeep()
    await onRemoved()
  })
  return (
    <form {...form} className={factor.setup}>
      <p>{text}</p>
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <Button type="submit" look="danger" busy={busy}>
            {m.factor_remove()}
          </Button>
        }
      >
        <Button look="quiet" onClick={onKeep}>
          {m.factor_keep()}
        </Button>
      </SheetActions>
    </form>
  )
}
