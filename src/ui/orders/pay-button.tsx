import { m } from '#i18n/generated/messages.js'
import { sayWay } from '#i18n/pay-ways.ts'
import type { StartAnswer } from '#modules/payments/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { refusalOf, type Refused } from '#ui/kit/use-submit.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useCanPay, usePayWays } from '#ui/session/viewer.ts'
import { browserPrefix } from '#ui/session/language.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { useOrdersChanged } from './order-queries.ts'
import { leaveToPay } from './leave-to-pay.ts'
import style from './pay-page.module.css'
import { InAppNotice, useWaysOf, WayCards, type PayWay } from './pay-ways.tsx'

type Props = {
  orderNo: string
  /** The way that was chosen with the order. */
  way?: PayWay | undefined
  wide?: boolean
  look?: 'primary' | 'secondary'
  children?: ReactNode
}

/** Leads to the payment provider; where the centre has none, says where to pay. */
export function PayButton(props: Props) {
  return useCanPay() ? <OnlineButton {...props} /> : <p>{m.pay_only_at_desk()}</p>
}

/** Where there are several ways and none has been chosen, they are asked for first. */
function OnlineButton({ orderNo, way, wide = false, look = 'primary', children }: Props) {
  const ways = usePayWays()
  const [open, setOpen] = useState(false)
  const { busy, refused, pay } = useStart(orderNo)
  const chosen = way !== undefined && ways.includes(way) ? way : undefined
  const asks = ways.length > 1 && chosen === undefined
  return (
    <>
      {!asks && wide && <InAppNotice orderNo={orderNo} />}
      {!asks && <FormProblem refused={refused} />}
      <Button
        look={look}
        wide={wide}
        busy={!asks && busy}
        onClick={() => (asks ? setOpen(true) : void pay(chosen))}
        data-sends={!asks || undefined}
      >
        {children ?? (chosen ? m.pay_by({ way: sayWay(chosen) }) : m.pay_go())}
      </Button>
      {chosen !== undefined && ways.length > 1 && (
        <Button look="quiet" wide={wide} onClick={() => setOpen(true)}>
          {m.pay_other_way()}
        </Button>
      )}
      <Sheet open={open} title={m.check_pay_way()} onClose={() => setOpen(false)}>
        <WaySheet orderNo={orderNo} />
      </Sheet>
    </>
  )
}

function WaySheet({ orderNo }: { orderNo: string }) {
  const { data, isError, refetch } = useWaysOf(orderNo)
  const [chosen, setChosen] = useState<PayWay>()
  const { busy, refused, pay } = useStart(orderNo)
  if (isError)
    return (
      <Button look="secondary" onClick={() => void refetch()}>
        {m.check_try_again()}
      </Button>
    )
  if (!data) return <p role="status">{m.nav_loading()}</p>
  const way = chosen ?? data.items[0]?.way
  if (way === undefined) return <p>{m.pay_no_way()}</p>
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void pay(way)
      }}
    >
      <InAppNotice orderNo={orderNo} />
      <fieldset className={style.ways}>
        <legend className="sr-only">{m.check_pay_way()}</legend>
        <WayCards offers={data.items} serverTime={data.serverTime} chosen={way} onChoose={setChosen} />
      </fieldset>
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <Button type="submit" busy={busy} data-sends>
            {m.pay_by({ way: sayWay(way) })}
          </Button>
        }
      />
    </form>
  )
}

function useStart(orderNo: string) {
  const api = useApi()
  const changed = useOrdersChanged()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()

  // A page restored from the back/forward cache is no longer busy.
  useEffect(() => {
    const show = () => setBusy(false)
    addEventListener('pageshow', show)
    return () => removeEventListener('pageshow', show)
  }, [])

  async function pay(way: PayWay | undefined): Promise<void> {
    setBusy(true)
    setRefused(undefined)
    try {
      const asked = { orderNo, prefix: browserPrefix(), ...(way ? { way } : {}) }
      leaveToPay(await api.post<StartAnswer>('/api/Payment/Start', asked))
    } catch (error) {
      setBusy(false)
      setRefused(refusalOf(error, Date.now()))
      void changed()
    }
  }
  return { busy, refused, pay }
}
