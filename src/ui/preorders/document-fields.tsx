import { m } from '#i18n/generated/messages.js'
import type { DocumentKind } from '#modules/preorders/rules.ts'
import type { RoundAnswer } from '#modules/preorders/wire.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { FileField } from '#ui/files/file-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { useState } from 'react'
import style from './preorder-form.module.css'
import { kindWord } from './preorder-words.ts'
import type { PreOrderDocument } from './preorder-values.ts'

const none: readonly DocumentKind[] = []

type Props = {
  /** Says which kinds are asked for, their names, and how many documents there may be. */
  round: RoundAnswer
  /** Kinds of documents that staff have asked for. */
  missing?: readonly DocumentKind[]
  documents: PreOrderDocument[]
  onChange(change: (documents: PreOrderDocument[]) => PreOrderDocument[]): void
  onBusy?(kind: DocumentKind, busy: boolean): void
}

/** Uploads of the documents by kind, each with its progress, to replace or to remove. */
export function DocumentFields({ round, missing = none, documents, onChange, onBusy }: Props) {
  return (
    <div className="stack gap-5">
      {[...new Set([...round.documentKinds, ...missing])]
        .toSorted((a, b) => Number(missing.includes(b)) - Number(missing.includes(a)))
        .map((kind) => (
          <KindFields
            key={kind}
            kind={kind}
            name={kindWord(round, kind)}
            asked={missing.includes(kind)}
            own={documents.filter((one) => one.kind === kind)}
            full={documents.length >= round.documentsAtMost}
            onChange={onChange}
            onBusy={(busy) => onBusy?.(kind, busy)}
          />
        ))}
    </div>
  )
}

type KindProps = {
  kind: DocumentKind
  name: string
  asked: boolean
  own: PreOrderDocument[]
  full: boolean
  onChange: Props['onChange']
  onBusy(busy: boolean): void
}

function KindFields({ kind, name, asked, own, full, onChange, onBusy }: KindProps) {
  const [more, setMore] = useState(false)
  const made = (file: UploadedFile): PreOrderDocument => ({ fileId: file.id, kind, name: file.name, size: file.size, type: file.type })
  const replace = (before: PreOrderDocument) => (file: UploadedFile | undefined) =>
    onChange((all) => all.flatMap((one) => (one.fileId === before.fileId ? (file ? made(file) : []) : one)))
  const add = (file: UploadedFile | undefined) => {
    if (!file) return
    setMore(false)
    onChange((all) => [...all, made(file)])
  }
  const empty = own.length === 0 || more
  return (
    <div className={style.kind} data-asked={(asked && own.length === 0) || undefined}>
      {own.map((one, n) => (
        <FileField
          key={one.fileId}
          to="/api/PreOrder/CommunityAndUser/Docs"
          label={n === 0 ? name : m.preorder_document_more({ kind: name, n: n + 1 })}
          value={{ id: one.fileId, name: one.name, size: one.size, type: one.type }}
          onChange={replace(one)}
          onBusy={onBusy}
        />
      ))}
      {empty && !full && (
        <FileField
          key={`new ${own.length}`}
          to="/api/PreOrder/CommunityAndUser/Docs"
          label={own.length === 0 ? name : m.preorder_document_more({ kind: name, n: own.length + 1 })}
          {...(asked ? { hint: m.preorder_document_asked() } : { optional: true })}
          value={undefined}
          onChange={add}
          onBusy={onBusy}
        />
      )}
      {!empty && !full && (
        <Button look="text" onClick={() => setMore(true)}>
          {m.preorder_document_add({ kind: name })}
        </Button>
      )}
    </div>
  )
}
