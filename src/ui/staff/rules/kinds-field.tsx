import { m } from '#i18n/generated/messages.js'
import type { Rules } from '#modules/settings/rules-wire.ts'
import { FormGrid, NumberField, TextInput, useFieldError, WordsField } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './rules-screen.module.css'

type Documents = Rules['documents']
type Props = { documents: Documents; saved: Documents; onChange(documents: Documents): void }

/** Kinds of documents that communities send, and how many. A kind that was saved before keeps its code; it is retired, not deleted. */
export function KindsField({ documents, saved, onChange }: Props) {
  const error = useFieldError('documents.kinds')
  const { kinds } = documents
  const set = (n: number, kind: Documents['kinds'][number]) =>
    onChange({ ...documents, kinds: kinds.map((one, k) => (k === n ? kind : one)) })
  const isSaved = (code: string) => saved.kinds.some((kind) => kind.code === code)
  return (
    <div className="stack gap-4">
      {[...kinds.entries()].map(([n, kind]) => (
        <div key={`kind ${n}`} className={style.kind} data-retired={kind.retired}>
          <TextInput
            path={`documents.kinds.${n}.code`}
            label={m.rules_kind_code()}
            readOnly={isSaved(kind.code)}
            value={kind.code}
            onChange={(code) => set(n, { ...kind, code })}
            autoComplete="off"
          />
          <WordsField
            path={`documents.kinds.${n}.name`}
            label={m.rules_kind_name()}
            value={kind.name}
            onChange={(name) => set(n, { ...kind, name })}
          />
          <KindButton
            isSaved={isSaved(kind.code)}
            isRetired={kind.retired === true}
            name={kind.name.tw || kind.code}
            onRetire={() => set(n, { ...kind, retired: true })}
            onRestore={() => set(n, { code: kind.code, name: kind.name })}
            onRemove={() => onChange({ ...documents, kinds: kinds.filter((_, k) => k !== n) })}
          />
        </div>
      ))}
      {error && <p className="danger">{error}</p>}
      <div>
        <StaffButton icon="plus" onClick={() => onChange({ ...documents, kinds: [...kinds, { code: '', name: { tw: '', en: '' } }] })}>
          {m.rules_kind_add()}
        </StaffButton>
      </div>
      <FormGrid>
        <NumberField
          path="documents.atMost"
          label={m.rules_documents_at_most()}
          unit={m.rules_unit_files()}
          min={1}
          value={documents.atMost}
          onChange={(atMost) => onChange({ ...documents, atMost: atMost as number })}
        />
      </FormGrid>
    </div>
  )
}

type ButtonProps = { isSaved: boolean; isRetired: boolean; name: string; onRetire(): void; onRestore(): void; onRemove(): void }

function KindButton({ isSaved, isRetired, name, onRetire, onRestore, onRemove }: ButtonProps) {
  if (isRetired)
    return (
      <StaffButton look="quiet" icon="restore" onClick={onRestore}>
        {m.rules_kind_restore({ name })}
      </StaffButton>
    )
  return (
    <StaffButton look="quiet" icon={isSaved ? 'archive' : 'remove'} onClick={isSaved ? onRetire : onRemove}>
      {isSaved ? m.rules_kind_retire({ name }) : m.rules_kind_remove({ name })}
    </StaffButton>
  )
}
