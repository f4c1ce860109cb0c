import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { ownValue } from '#lib/own-value.ts'
import type { LinkAnswer, LoginWaysAnswer } from '#modules/logins/wire.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmedFirst } from './proven-first.tsx'
import { loginWaysQuery, secondFactorsQuery } from './second-factor-queries.ts'
import factor from './second-factor.module.css'
import style from './setting.module.css'

/** What the way to an issuer and back has come to, by the address of the page. */
const outcomes: Record<string, () => string> = {
  linked: m.way_linked,
  way_cancelled: m.problem_way_cancelled,
  way_refused: m.problem_way_refused,
  way_unreachable: m.problem_way_unreachable,
  way_over: m.problem_way_over,
  subject_taken: m.problem_subject_taken,
  staff_way: m.problem_staff_way,
  confirm_secret_first: m.problem_confirm_secret_first,
  confirm_factor_first: m.problem_confirm_factor_first,
  confirm_login_first: m.problem_confirm_login_first,
}

type Doing = { title: string; label: string; run(): Promise<void> }

/** The issuers by which the member can log in. Nothing where none is set and none is linked. */
export function LinkedWays({ member, outcome }: { member: MemberAnswer; outcome: string | undefined }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const ways = useQuery(loginWaysQuery(api)).data
  const factors = useQuery(secondFactorsQuery(api)).data
  const [doing, setDoing] = useState<Doing>()
  const said = outcome === undefined ? undefined : ownValue(outcomes, outcome)?.()
  if (!ways || (ways.linked.length === 0 && ways.toLink.length === 0)) return null
  const link = (name: string) => async () => {
    window.location.assign((await api.post<LinkAnswer>(`/api/AccountMember/LoginWay/${name}/Link`)).address)
  }
  const unlink = (id: string) => async () => {
    await api.delete(`/api/AccountMember/LoginWay/${id}`)
    toast('success', m.way_unlinked())
    await queryClient.invalidateQueries({ queryKey: loginWaysQuery(api).queryKey })
  }
  return (
    <>
      {said && <Callout tone={outcome === 'linked' ? 'success' : 'error'}>{said}</Callout>}
      {ways.linked.length > 0 && (
        <ul className={style.list}>
          {ways.linked.map((way) => (
            <LinkedWay
              key={way.id}
              {...way}
              onUnlink={() => setDoing({ title: m.way_unlink_named({ way: way.title }), label: m.way_unlink(), run: unlink(way.id) })}
            />
          ))}
        </ul>
      )}
      <div className={style.actions}>
        {ways.toLink.map(({ name, title }) => {
          const label = m.way_link({ way: title })
          return (
            <Button key={name} look="secondary" onClick={() => setDoing({ title: label, label, run: link(name) })}>
              {label}
            </Button>
          )
        })}
      </div>
      {doing && factors && (
        <Sheet open title={doing.title} onClose={() => setDoing(undefined)}>
          <ConfirmedFirst {...{ factors, member }}>
            <DoNow {...doing} onDone={() => setDoing(undefined)} />
          </ConfirmedFirst>
        </Sheet>
      )}
    </>
  )
}

function LinkedWay({ title, linkedAt, lastUsedAt, onUnlink }: LoginWaysAnswer['linked'][number] & { onUnlink(): void }) {
  const locale = getLocale()
  return (
    <li className={style.row}>
      <span className={style.rowIcon}>
        <Icon name="person" size={20} />
      </span>
      <span className={style.rowWords}>
        <span className={style.rowTitle}>{title}</span>
        <span className={style.rowDetail}>{m.way_linked_since({ moment: formatMoment(new Date(linkedAt), locale) })}</span>
        {lastUsedAt && <span className={style.rowDetail}>{m.factor_used({ moment: formatMoment(new Date(lastUsedAt), locale) })}</span>}
      </span>
      <span className={style.rowActions}>
        <Button look="quiet" className={style.small} aria-label={m.way_unlink_named({ way: title })} onClick={onUnlink}>
          {m.way_unlink()}
        </Button>
      </span>
    </li>
  )
}

function DoNow({ label, run, onDone }: Doing & { onDone(): void }) {
  const { busy, refused, form } = useSubmit(async () => {
    await run()
    onDone()
  })
  return (
    <form {...form} className={factor.setup}>
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <Button type="submit" busy={busy}>
            {label}
          </Button>
        }
      />
    </form>
  )
}
