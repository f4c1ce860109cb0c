import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { hasRole, useViewer } from '#ui/session/viewer.ts'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { useQuery } from '@tanstack/react-query'
import { BallotTab } from './ballot-tab.tsx'
import { FairnessTab } from './fairness-tab.tsx'
import { PlanTab } from './plan-tab.tsx'
import { RequestsTab } from './requests-tab.tsx'
import { RoundsList } from './rounds-list.tsx'
import { roundsKey, seasonQuery } from './rounds-queries.ts'
import { roundsSearch, type RoundsSearch } from './rounds-search.ts'
import { NewRound, SetupTab } from './setup-tab.tsx'

/** Seasons of clubs: all rounds, or one with what clubs have sent, its plan and its settings. */
export function RoundsScreen({ search: asked }: { search: RoundsSearch }) {
  const search = roundsSearch(asked)
  useScreenLive('/staff/rounds', [roundsKey])
  const mayChange = hasRole(useViewer(), 'admin', 'manager')
  if (search.round === undefined || (search.round === 'new' && !mayChange)) return <RoundsList mayChange={mayChange} />
  if (search.round === 'new')
    return (
      <StaffPage title={m.rounds_new()} back={{ to: '/staff/rounds', label: m.rounds_all() }}>
        <NewRound key={search.copy} copy={search.copy} />
      </StaffPage>
    )
  return <OneRound key={search.round} search={search} round={search.round} mayChange={mayChange} />
}

function OneRound({ search, round, mayChange }: { search: RoundsSearch; round: string; mayChange: boolean }) {
  const read = useQuery(seasonQuery(useApi(), round))
  const { data } = read
  const title = data ? say({ tw: data.round.nameTw, en: data.round.nameEn }, getLocale()) : m.staff_screen_rounds()
  const tab = search.tab === 'setup' && !mayChange ? undefined : search.tab
  return (
    <StaffPage
      title={title}
      back={{ to: '/staff/rounds', label: m.rounds_all() }}
      actions={
        mayChange &&
        data && (
          <StaffButtonLink to="/staff/rounds" search={{ round: 'new', copy: round }} icon="copy">
            {m.rounds_copy()}
          </StaffButtonLink>
        )
      }
      tabs={
        <TabLinks label={title}>
          <TabLink to="/staff/rounds" search={{ round }} here={tab === undefined}>
            {m.rounds_tab_requests()}
          </TabLink>
          <TabLink to="/staff/rounds" search={{ round, tab: 'plan' }} here={tab === 'plan'}>
            {m.rounds_tab_plan()}
          </TabLink>
          {data?.round.mode === 'ballot' && (
            <TabLink to="/staff/rounds" search={{ round, tab: 'ballot' }} here={tab === 'ballot'}>
              {m.rounds_tab_ballot()}
            </TabLink>
          )}
          <TabLink to="/staff/rounds" search={{ round, tab: 'fairness' }} here={tab === 'fairness'}>
            {m.rounds_tab_fairness()}
          </TabLink>
          {mayChange && (
            <TabLink to="/staff/rounds" search={{ round, tab: 'setup' }} here={tab === 'setup'}>
              {m.rounds_tab_setup()}
            </TabLink>
          )}
        </TabLinks>
      }
    >
      <ReadFailure read={read} missing={m.rounds_missing_round()} />
      {data && tab === undefined && <RequestsTab season={data} search={search} />}
      {data && tab === 'plan' && <PlanTab season={data} search={search} />}
      {data?.round.mode === 'ballot' && tab === 'ballot' && <BallotTab round={data.round} mayChange={mayChange} />}
      {data && tab === 'fairness' && <FairnessTab round={data.round} />}
      {data && tab === 'setup' && <SetupTab season={data} />}
    </StaffPage>
  )
}
