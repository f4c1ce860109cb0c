import { m } from '#i18n/generated/messages.js'
import type { DocumentKind } from '#modules/preorders/rules.ts'
import type { PreOrderDetail } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import order from '#ui/orders/order.module.css'
import { useState } from 'react'
import { DocumentFields } from './document-fields.tsx'
import { usePreOrdersChanged } from './preorder-queries.ts'
import type { PreOrderDocument } from './preorder-values.ts'

/** Adds documents to a submitted pre-order. Uploaded files that are not handed in yet survive a reload. */
export function MissingDocuments({ preOrder }: { preOrder: PreOrderDetail }) {
  const { orderNo, status, documents, missingKinds, roundDetail } = preOrder
  const asked = status === 'needs-documents'
  const api = useApi()
  const changed = usePreOrdersChanged()
  const [open, setOpen] = useState(asked)
  const [sending, setSending] = useState<readonly DocumentKind[]>([])
  const draft = useDraft<{ documents: PreOrderDocument[] }>(`preorder documents ${orderNo}`, { documents })
  const own = draft.values.documents
  const { busy, refused, form } = useSubmit(async () => {
    await api.put('/api/PreOrder/Community/Documents', { orderNo, documents: own.map(({ fileId, kind }) => ({ fileId, kind })) })
    await changed()
    draft.clear()
    setOpen(false)
    toast('success', m.preorder_documents_sent())
  })
  return (
    <section className={order.card} data-tone={asked ? 'due' : undefined}>
      <Disclosure
        label={asked ? m.preorder_add_documents() : m.preorder_change_documents()}
        offer={m.orders_contact_change()}
        open={open}
        onOpen={setOpen}
      >
        <form className="stack gap-4" {...form}>
          <DocumentFields
            round={roundDetail}
            missing={missingKinds}
            documents={own}
            onChange={(next) => draft.change({ documents: next(own) })}
            onBusy={(kind, isBusy) =>
              setSending((before) =>
                before.includes(kind) === isBusy ? before : isBusy ? [...before, kind] : before.filter((one) => one !== kind),
              )
            }
          />
          <FormProblem refused={refused} />
          <Button type="submit" busy={busy} disabled={sending.length > 0 || own.length === 0}>
            {m.preorder_documents_send()}
          </Button>
        </form>
      </Disclosure>
    </section>
  )
}
