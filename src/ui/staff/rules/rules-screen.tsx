import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import type { RuleGroup, Rules } from '#modules/settings/rules-wire.ts'
import { keepDraft, useDraft } from '#ui/kit/draft.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useViewer } from '#ui/session/viewer.ts'
import { ChangedNote } from '#ui/staff/kit/changed-note.tsx'
import { ReviewSheet } from '#ui/staff/kit/review-sheet.tsx'
import { ConflictView, type Choice } from '#ui/staff/kit/conflict-view.tsx'
import { FieldErrorsProvider } from '#ui/staff/kit/fields.tsx'
import { SaveBar } from '#ui/staff/kit/save-bar.tsx'
import { Panel, StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { UnsavedGuard } from '#ui/staff/kit/unsaved-guard.tsx'
import { useCatalogueChange } from '#ui/staff/kit/use-catalogue-change.ts'
import { useLiveCatalogue } from '#ui/staff/kit/use-live-catalogue.ts'
import { useMemo } from 'react'
import { GroupFields } from './group-fields.tsx'
import { changedGroups, groupLeads, groupOrder, groupTitles, sayGroup } from './rule-fields.ts'

type Draft = { rules: Rules; base: Rules; basedOn: Record<string, string> }
const partOf = (group: RuleGroup): string => `rules:${group}`

/** The centre's rules by group. Only groups that were changed are sent; somebody else's change of another group stays. */
export function RulesScreen() {
  const { file, revisions } = useLiveCatalogue()
  const saved = file.rules as Rules
  const key = `staff-rules ${useViewer()?.id ?? ''}`
  const draft = useDraft<Partial<Draft>>(key, {})
  const { rules = saved, base = saved, basedOn = revisions } = draft.values
  const changed = changedGroups(base, rules)
  const change = useCatalogueChange(() => {
    draft.clear()
    toast('success', m.staff_change_done())
  })
  const errors = useMemo(
    () => new Map(change.errors.map(({ part, path, message }) => [[part.replace(/^rules:/, ''), path].filter(Boolean).join('.'), message])),
    [change.errors],
  )
  const proposal = {
    changes: { rules: Object.fromEntries(changed.map((group) => [group, rules[group]])) },
    basedOn: Object.fromEntries(changed.map((group) => [partOf(group), basedOn[partOf(group)] ?? ''])),
  }
  const rebase = (next: Rules, onto: Rules, onRevisions: Record<string, string>) =>
    keepDraft(key, { rules: next, base: onto, basedOn: { ...basedOn, ...onRevisions } } satisfies Draft)
  return (
    <StaffPage title={m.staff_screen_rules()} lead={m.rules_lead()}>
      <UnsavedGuard isDirty={changed.length > 0} keepsDraft />
      {change.stage.at === 'conflict' ? (
        <Conflict plan={change.stage.plan} rules={rules} base={base} onResolve={rebase} onDone={change.close} />
      ) : (
        <FieldErrorsProvider value={errors}>
          <ChangedNote change={change} proposal={proposal} revisions={revisions} />
          {groupOrder.map((group) => (
            <Panel key={group} title={groupTitles[group]()} lead={groupLeads[group]?.()}>
              <GroupFields group={group} rules={rules} saved={saved} onChange={(next) => draft.change({ rules: next, base, basedOn })} />
            </Panel>
          ))}
          <SaveBar
            changed={joinList(
              changed.map((group) => groupTitles[group]()),
              getLocale(),
            )}
            busy={change.busy && change.stage.at === 'editing'}
            onSend={() => void change.review(proposal)}
            onDiscard={() => {
              draft.clear()
              change.clearErrors()
            }}
          >
            {change.stage.at === 'editing' && <FormProblem refused={change.refused} />}
          </SaveBar>
        </FieldErrorsProvider>
      )}
      <ReviewSheet change={change} />
    </StaffPage>
  )
}

type ConflictProps = {
  plan: {
    conflicts: { part: string; changedBy: string | null; changedAt: string | null; now?: unknown }[]
    revisions: Record<string, string>
  }
  rules: Rules
  base: Rules
  onResolve(rules: Rules, onto: Rules, revisions: Record<string, string>): void
  onDone(): void
}

/** Somebody else has changed the same group since: whose version of the group goes on. */
function Conflict({ plan, rules, base, onResolve, onDone }: ConflictProps) {
  const contested = groupOrder.flatMap((group) => {
    const conflict = plan.conflicts.find(({ part }) => part === partOf(group))
    return conflict ? [{ group, ...conflict }] : []
  })
  const resolve = (choices: Record<string, Choice>) => {
    const theirs = Object.fromEntries(contested.map(({ group, now }) => [group, now]))
    const kept = Object.fromEntries(contested.filter(({ group }) => choices[group] === 'theirs').map(({ group, now }) => [group, now]))
    const seen = Object.fromEntries(contested.map(({ part }) => [part, plan.revisions[part] ?? '']))
    onResolve({ ...rules, ...kept }, { ...base, ...theirs }, seen)
    onDone()
  }
  return (
    <ConflictView
      changedBy={contested[0]?.changedBy ?? null}
      changedAt={contested[0]?.changedAt ?? null}
      fields={contested.map(({ group, now }) => ({
        key: group,
        label: groupTitles[group](),
        mine: sayGroup(group, rules[group]),
        theirs: sayGroup(group, now as Rules[RuleGroup]),
      }))}
      taken={[]}
      onResolve={resolve}
    />
  )
}
