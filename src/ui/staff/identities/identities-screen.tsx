import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import type { IdentityFile } from '#ui/staff/kit/catalogue-types.ts'
import { focusField } from '#ui/staff/kit/fields.tsx'
import { ListChange } from '#ui/staff/kit/list-change.tsx'
import { useListDraft } from '#ui/staff/kit/list-draft.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel, StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { changeIdentity, isNewIdentity, moveIdentity, newIdentity } from './edit-identities.ts'
import { publicIdentity } from '#modules/accounts/rules.ts'
import { useApi } from '#ui/session/use-api.ts'
import { IdentityRow } from './identity-row.tsx'

const keyOf = ({ code }: IdentityFile) => code

/** Identities, which prices depend on: names, proof, for whom, and their order. */
export function IdentitiesScreen() {
  const api = useApi()
  const { file, revisions, everBooked, holders } = useSuspenseQuery(catalogueQuery(api)).data
  const saved = file.identities ?? []
  const draft = useListDraft({ part: 'identities', items: saved, revision: revisions.identities, keyOf })
  const { items, set } = draft
  const add = () => {
    set([...items, newIdentity(items)])
    focusField(`${items.length}.code`)
  }
  return (
    <StaffPage
      title={m.staff_screen_identities()}
      lead={m.identities_lead()}
      actions={
        <StaffButton icon="plus" onClick={add}>
          {m.identities_add()}
        </StaffButton>
      }
    >
      <ListChange
        part="identities"
        draft={draft}
        changesOf={(identities) => ({ identities })}
        itemsOf={(part) => (part ?? []) as IdentityFile[]}
        nameOf={({ name, code }) => say(name, getLocale()) || code}
        textOf={identityText}
      >
        <Panel>
          <ol className="stack gap-2">
            {items.map((identity, at) => {
              const isNew = isNewIdentity(saved, items, at)
              return (
                <IdentityRow
                  // By place: the code of a new one is being typed.
                  key={isNew ? `new ${at}` : identity.code}
                  identity={identity}
                  path={String(at)}
                  isNew={isNew}
                  isPublic={!isNew && identity.code === publicIdentity}
                  isUsed={everBooked.identities.includes(identity.code)}
                  holders={holders[identity.code] ?? 0}
                  isFirst={at === 0}
                  isLast={at === items.length - 1}
                  onChange={(to) => set(changeIdentity(items, at, to))}
                  onMove={(by) => set(moveIdentity(items, at, by))}
                />
              )
            })}
          </ol>
        </Panel>
      </ListChange>
    </StaffPage>
  )
}

/** An identity in words, a line for each field. */
function identityText({ name, needsProof, proofMonths, forCommunity, retired }: IdentityFile): string {
  const proof = proofMonths === null ? m.identities_proof() : `${m.identities_proof()}: ${m.identities_months_of({ count: proofMonths })}`
  return [name.tw, name.en, needsProof && proof, forCommunity && m.identities_community(), retired && m.catalogue_retired()]
    .filter(Boolean)
    .join('\n')
}
