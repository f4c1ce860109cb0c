import { m } from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { AddSheet, RemoveFactor, type Doing } from './change-factor.tsx'
import { secondFactorsQuery } from './second-factor-queries.ts'
import style from './setting.module.css'
import { passkeyNameLength } from '#modules/logins/second-factor-rules.ts'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import factor from './second-factor.module.css'

/** The member's passkeys, authenticator app and recovery codes. Loaded with the page of settings only. */
export function FactorSettings({ member }: { member: MemberAnswer }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const factors = useLastKnown(useQuery(secondFactorsQuery(api)).data)
  const [doing, setDoing] = useState<Doing>()
  const refetch = () => queryClient.invalidateQueries({ queryKey: secondFactorsQuery(api).queryKey })
  if (!factors) return <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  const isStaff = member.roles.length > 0
  const isAsked = isStaff || factors.authenticator !== null
  const removed = async () => {
    toast('success', m.factor_removed())
    await refetch()
  }
  return (
    <>
      {(factors.passkeys.length > 0 || factors.authenticator) && (
        <ul className={style.list}>
          {factors.passkeys.map((passkey) => (
            <FactorRow key={passkey.id} icon="key" title={passkey.name} {...passkey}>
              <RenamePasskey {...passkey} onRenamed={refetch} />
              <RemoveFactor
                {...{ factors, member }}
                onRemoved={removed}
                name={passkey.name}
                remove={() => api.delete(`/api/AccountMember/Passkey/${passkey.id}`)}
              />
            </FactorRow>
          ))}
          {factors.authenticator && (
            <FactorRow icon="phone" title={m.factor_authenticator_title()} {...factors.authenticator}>
              <RemoveFactor
                {...{ factors, member }}
                onRemoved={removed}
                name={m.factor_authenticator_title()}
                remove={() => api.delete('/api/AccountMember/Authenticator')}
              />
            </FactorRow>
          )}
        </ul>
      )}
      {!isStaff && <p className={style.note}>{m.authenticator_member_note()}</p>}
      {isAsked && <p className={style.note}>{m.factor_codes_left({ count: factors.recoveryCodesLeft })}</p>}
      <div className={style.actions}>
        <Button look="secondary" onClick={() => setDoing('passkey')}>
          {m.passkey_add()}
        </Button>
        <Button look="secondary" onClick={() => setDoing('authenticator')}>
          {factors.authenticator ? m.authenticator_replace() : m.authenticator_set_up()}
        </Button>
        {isAsked && (factors.ways.passkey || factors.ways.authenticator) && (
          <Button look="secondary" onClick={() => setDoing('codes')}>
            {m.factor_codes_new()}
          </Button>
        )}
      </div>
      {doing && <AddSheet {...{ doing, factors, member, refetch }} onClose={() => setDoing(undefined)} />}
    </>
  )
}

/** The last value that was loaded: a new session empties the cache while a sheet is open. */
function useLastKnown<T>(value: T | undefined): T | undefined {
  const [kept, keep] = useState(value)
  if (value !== undefined && value !== kept) keep(value)
  return value ?? kept
}

type RowProps = { icon: IconName; title: string; createdAt: string; lastUsedAt: string | null; children: ReactNode }

function FactorRow({ icon, title, createdAt, lastUsedAt, children }: RowProps) {
  const locale = getLocale()
  return (
    <li className={style.row}>
      <span className={style.rowIcon}>
        <Icon name={icon} size={20} />
      </span>
      <span className={style.rowWords}>
        <span className={style.rowTitle}>{title}</span>
        <span className={style.rowDetail}>{m.factor_since({ moment: formatMoment(new Date(createdAt), locale) })}</span>
        {lastUsedAt && <span className={style.rowDetail}>{m.factor_used({ moment: formatMoment(new Date(lastUsedAt), locale) })}</span>}
      </span>
      <span className={style.rowActions}>{children}</span>
    </li>
  )
}

type Props = { id: string; name: string; onRenamed(): Promise<void> }

/** Button that gives a passkey another name. */
function RenamePasskey({ id, name, onRenamed }: Props) {
  const api = useApi()
  const [open, setOpen] = useState(false)
  const { busy, refused, errorAt, form } = useSubmit(async (fields) => {
    await api.put(`/api/AccountMember/Passkey/${id}`, { name: String(fields.get('name')).trim() })
    setOpen(false)
    await onRenamed()
  })
  return (
    <>
      <Button look="quiet" className={style.small} aria-label={m.passkey_rename_named({ name })} onClick={() => setOpen(true)}>
        {m.passkey_rename()}
      </Button>
      <Sheet open={open} title={m.passkey_rename_named({ name })} onClose={() => setOpen(false)}>
        <form {...form} className={factor.setup}>
          <TextField
            name="name"
            label={m.passkey_name()}
            defaultValue={name}
            error={errorAt('name')}
            maxLength={passkeyNameLength}
            autoComplete="off"
          />
          <FormProblem refused={refused} />
          <SheetActions
            main={
              <Button type="submit" busy={busy}>
                {m.setting_save()}
              </Button>
            }
          />
        </form>
      </Sheet>
    </>
  )
}
