import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import { isPlayerName, maxPlayerName, maxPlayers, playersIn, playersKeptDays } from '#modules/attendance/player-rules.ts'
import type { TicketAnswer } from '#modules/attendance/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import style from './ticket-page.module.css'
import { ticketQuery } from './ticket-queries.ts'

type Props = { ticket: Pick<TicketAnswer, 'orderNo' | 'players' | 'playersOpen'> }

/** Who plays along: names in one field, as one would write them to friends. Changed until the last period begins. */
export function WhoPlays({ ticket: { orderNo, players, playersOpen } }: Props) {
  const [open, setOpen] = useState(false)
  const names = joinList(players, getLocale())
  if (!playersOpen)
    return players.length === 0 ? null : (
      <section className={style.place} aria-labelledby="ticket-players">
        <h2 id="ticket-players">{m.players_title()}</h2>
        <p>{names}</p>
      </section>
    )
  return (
    <section className={style.players}>
      <Disclosure
        label={m.players_title()}
        value={names || m.players_none()}
        offer={players.length === 0 ? m.players_add() : m.players_change()}
        open={open}
        onOpen={setOpen}
      >
        <PlayersForm orderNo={orderNo} names={names} onSaved={() => setOpen(false)} />
      </Disclosure>
    </section>
  )
}

function PlayersForm({ orderNo, names, onSaved }: { orderNo: string; names: string; onSaved(): void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<string>()
  const text = typed ?? names
  const send = async (): Promise<void> => {
    const { players } = await api.put<Pick<TicketAnswer, 'players'>>('/api/Order/Players', { orderNo, names: playersIn(text) })
    queryClient.setQueryData(ticketQuery(api, orderNo).queryKey, (before) => before && { ...before, players })
    setTyped(undefined)
    onSaved()
    toast('success', m.players_saved())
  }
  const { busy, refused, errorAt, form } = useSubmit(send, { check: () => wrongIn(playersIn(text)) })
  return (
    <form className="stack gap-4" {...form}>
      <TextField
        name="names"
        label={m.players_field()}
        hint={m.players_hint({ count: maxPlayers, days: playersKeptDays })}
        error={errorAt('names')}
        value={text}
        onChange={({ target }) => setTyped(target.value)}
        autoComplete="off"
        optional
      />
      <FormProblem refused={refused} />
      <Button type="submit" busy={busy}>
        {m.players_save()}
      </Button>
    </form>
  )
}

/** What the server would refuse, said of the one field. */
function wrongIn(names: readonly string[]): { path: string; message: string }[] {
  const wrong = (message: string) => [{ path: 'names', message }]
  if (names.length > maxPlayers) return wrong(m.field_too_many({ maximum: maxPlayers }))
  const long = names.find((name) => name.length > maxPlayerName)
  if (long) return wrong(m.players_too_long({ name: long, maximum: maxPlayerName }))
  return names.every(isPlayerName) ? [] : wrong(m.field_player_name())
}
