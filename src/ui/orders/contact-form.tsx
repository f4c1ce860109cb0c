import { m } from '#i18n/generated/messages.js'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useState } from 'react'
import { ContactFields, type Contact } from './contact-fields.tsx'
import { useOrdersChanged } from './order-queries.ts'
import style from './order.module.css'

/** Changes contact and remark of an order. */
export function ContactForm({ order: { orderNo, contactName, contactPhone, remark } }: { order: OrderAnswer }) {
  const api = useApi()
  const changed = useOrdersChanged()
  const [open, setOpen] = useState(false)
  const draft = useDraft<Contact>(`order ${orderNo}`, { contactName, contactPhone, remark })
  const { busy, refused, errorAt, form } = useSubmit(async () => {
    const { values } = draft
    const isSame = values.contactName === contactName && values.contactPhone === contactPhone && values.remark === remark
    if (isSame) return setOpen(false)
    await api.put('/api/Order', { orderNo, ...values })
    await changed()
    draft.clear()
    setOpen(false)
    toast('success', m.orders_contact_saved())
  })
  const said = [contactName, contactPhone, remark].filter(Boolean).join(' · ')
  return (
    <section className={style.card}>
      <Disclosure
        label={m.orders_contact()}
        value={said || m.orders_contact_none()}
        offer={m.orders_contact_change()}
        open={open}
        onOpen={setOpen}
      >
        <form className="stack gap-4" {...form}>
          <ContactFields values={draft.values} onChange={draft.change} errorAt={errorAt} />
          <FormProblem refused={refused} />
          <Button type="submit" busy={busy}>
            {m.orders_contact_save()}
          </Button>
        </form>
      </Disclosure>
    </section>
  )
}
