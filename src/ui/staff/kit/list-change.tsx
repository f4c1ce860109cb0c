import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import type { ReactNode } from 'react'
import type { CatalogueChanges, PlanAnswer } from './catalogue-types.ts'
import { ReviewSheet } from './review-sheet.tsx'
import { ConflictView, type ConflictField } from './conflict-view.tsx'
import { fieldId, FieldErrorsProvider, focusField } from './fields.tsx'
import style from './error-summary.module.css'
import type { ListDraft } from './list-draft.ts'
import { compareLists, mergeLists, orderChangedBy, orderKey, type Merging } from './merge-lists.ts'
import { SaveBar } from './save-bar.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useCatalogueChange, useErrorsOf } from './use-catalogue-change.ts'

type Props<Item> = {
  part: string
  draft: ListDraft<Item>
  changesOf(items: Item[]): Partial<CatalogueChanges>
  /** The list in the part as the API answers it. */
  itemsOf(part: unknown): Item[]
  /** What a thing is called, and what it is in words, for choosing between two versions of it. */
  nameOf(item: Item): string
  textOf(item: Item): string
  children: ReactNode
}

/** Around a screen that edits one list of the catalogue: review, errors, conflicts, confirmation. */
export function ListChange<Item>({ children, ...props }: Props<Item>) {
  const { part, draft, changesOf } = props
  const change = useCatalogueChange(() => {
    draft.discard()
    toast('success', m.staff_change_done())
  })
  const errors = useErrorsOf(change.errors, part)
  return (
    <>
      <UnsavedGuard isDirty={draft.isDirty} keepsDraft />
      {change.stage.at === 'conflict' ? (
        <Conflict {...props} plan={change.stage.plan} onDone={change.close} />
      ) : (
        <FieldErrorsProvider value={errors}>
          {children}
          <SaveBar
            changed={draft.isDirty ? changedText(draft, props.nameOf) : ''}
            busy={change.busy && change.stage.at === 'editing'}
            onSend={() => void change.review({ changes: changesOf(draft.items), basedOn: draft.basedOn })}
            onDiscard={() => {
              draft.discard()
              change.clearErrors()
            }}
          >
            <Errors errors={change.errors} />
            {change.stage.at === 'editing' && <FormProblem refused={change.refused} />}
          </SaveBar>
        </FieldErrorsProvider>
      )}
      <ReviewSheet change={change} />
    </>
  )
}

/** What is wrong, with a link to each field. */
function Errors({ errors }: { errors: PlanAnswer['errors'] }) {
  if (errors.length === 0) return null
  return (
    <div className={style.errors} role="alert">
      <p>{m.form_summary({ count: errors.length })}</p>
      <ul>
        {errors.map(({ part, path, message, code }) => (
          <li key={`${part} ${path} ${code}`}>
            <a
              href={`#${fieldId(path)}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(path)
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Names that fit on the bar; of more, how many there are. */
const mostNamed = 3

function changedText<Item>({ base, items, keyOf }: ListDraft<Item>, nameOf: (item: Item) => string): string {
  const { taken } = compareLists({ base, mine: base, theirs: items, keyOf })
  if (taken.length === 0) return m.staff_list_order()
  const all = new Map([...base, ...items].map((item) => [keyOf(item), nameOf(item)]))
  if (taken.length > mostNamed) return m.staff_list_changed({ count: taken.length })
  return join(taken.map((key) => all.get(key) || m.staff_list_new()))
}

type ConflictProps<Item> = Omit<Props<Item>, 'children' | 'changesOf'> & {
  plan: Pick<PlanAnswer, 'conflicts' | 'revisions'>
  onDone(): void
}

/** Somebody else has changed the list since: things that both have changed are chosen between, all others are kept. */
function Conflict<Item>({ part, draft, plan, itemsOf, nameOf, textOf, onDone }: ConflictProps<Item>) {
  const conflict = plan.conflicts.find((one) => one.part === part)
  const theirs = itemsOf(conflict?.now)
  const merging = { base: draft.base, mine: draft.items, theirs, keyOf: draft.keyOf }
  const { contested, taken } = compareLists(merging)
  const names = new Map([...draft.base, ...draft.items, ...theirs].map((item) => [draft.keyOf(item), nameOf(item)]))
  const text = (item: Item | undefined) => (item === undefined ? m.staff_list_removed() : textOf(item))
  const order = orderChangedBy(merging)
  return (
    <ConflictView
      changedBy={conflict?.changedBy ?? null}
      changedAt={conflict?.changedAt ?? null}
      fields={[
        ...contested.map(({ key, mine, theirs: other }) => ({ key, label: names.get(key)!, mine: text(mine), theirs: text(other) })),
        ...(order === 'both' ? [orderField(merging, nameOf)] : []),
      ]}
      taken={[...taken.map((key) => names.get(key)!), ...(order === 'theirs' ? [m.staff_list_order()] : [])]}
      onResolve={(choices) => {
        draft.rebase(mergeLists(merging, choices), theirs, plan.revisions[part])
        onDone()
      }}
    />
  )
}

const orderField = <Item,>({ mine, theirs }: Merging<Item>, nameOf: (item: Item) => string): ConflictField => ({
  key: orderKey,
  label: m.staff_list_order(),
  mine: mine.map(nameOf).join('\n'),
  theirs: theirs.map(nameOf).join('\n'),
})

const join = (texts: readonly string[]) => joinList(texts, getLocale())
