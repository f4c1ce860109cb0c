import { m } from '#i18n/generated/messages.js'
import { pointKinds } from '#modules/violations/rules.ts'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { appealOf, kindWord, statusOf } from '#ui/violations/violation-words.ts'
import { useNavigate } from '@tanstack/react-router'
import { appealStates, pointFilters, pointsSearch, pointStatuses, type PointsSearch } from './points-search.ts'

type Props = { search: PointsSearch; facilities: readonly { code: string; name: string }[] }

export function ListFilters({ search, facilities }: Props) {
  const navigate = useNavigate()
  const { person } = search
  return (
    <FilterForm<PointsSearch>
      label={m.points_tab_list()}
      search={search}
      words={{ name: 'q', label: m.points_words(), maxLength: 80 }}
      choices={choicesOf(facilities)}
      days={[
        ['from', m.points_from()],
        ['to', m.points_to()],
      ]}
      clear={Object.keys(pointFilters(search)).length > 0 ? '/staff/points?tab=list' : undefined}
      onApply={(typed) => void navigate({ to: '/staff/points', search: pointsSearch({ person, ...typed, tab: 'list' }) })}
    />
  )
}

const choicesOf = (facilities: Props['facilities']) =>
  [
    {
      name: 'status',
      label: m.staff_orders_state(),
      every: m.staff_orders_every_state(),
      options: pointStatuses.map((one) => ({ value: one, label: statusOf[one].word() })),
    },
    {
      name: 'kind',
      label: m.points_kind(),
      every: m.points_every_kind(),
      options: pointKinds.map((one) => ({ value: one, label: kindWord[one]() })),
    },
    {
      name: 'appeal',
      label: m.points_appeal(),
      every: m.points_every_appeal(),
      options: appealStates.map((one) => ({ value: one, label: appealOf[one].word() })),
    },
    {
      name: 'facility',
      label: m.staff_orders_facility(),
      every: m.staff_orders_every_facility(),
      options: facilities.map(({ code, name }) => ({ value: code, label: name })),
    },
  ] as const
