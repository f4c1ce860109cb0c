import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { screenAt, staffScreens, type ScreenRole } from '#navigation/staff-screens.ts'
import { mayCall } from '#testing/who-may-call.ts'

/**
 * What a screen can do or leads to, and not every role that may open the screen may do or open: the file and the words by which it
 * is shown only to those who may. What is missing here, and a guard that is gone, fails; so does a row that is not needed any more.
 */
const guards: readonly (readonly [file: string, what: readonly string[], guard: string, words: string])[] = [
  ['board/booking-desk.tsx', ['/staff/points'], 'board/booking-desk.tsx', '{mayDecide && <Link'],
  ['closures/closures-queries.ts', ['POST Closure/Letter'], 'closures/closures-screen.tsx', 'search.new !== undefined && mayClose'],
  [
    'closures/closure-actions.tsx',
    ['POST Closure/Retry'],
    'closures/closure-page.tsx',
    "mayClose && data.state === 'done' && <RetryButton",
  ],
  [
    'closures/closure-actions.tsx',
    ['POST Closure/Words'],
    'closures/closure-actions.tsx',
    "{mayClose && <StaffButton onClick={() => setOpen('words')}",
  ],
  ['closures/closure-page.tsx', ['GET Closure/{}/Report.csv'], 'closures/closure-page.tsx', 'mayExport={mayClose}'],
  ['closures/closure-list.tsx', ['/staff/catalogue/holidays'], 'closures/closure-list.tsx', '{!isPast && mayClose && ('],
  ['home/today-query.ts', ['GET Today'], 'home/staff-home.tsx', '{isDesk && <Desk'],
  ['home/broken-panel.tsx', ['/staff/tickets'], 'home/broken-panel.tsx', 'addressFor(`/staff/tickets?ticket=${ticketNo}`, roles)'],
  ['home/broken-panel.tsx', ['/staff/settings/messages'], 'home/broken-panel.tsx', '{failed && failed.total > 0 && ('],
  ['home/free-panel.tsx', ['/staff/counter'], 'home/staff-home.tsx', '{isDesk && <Desk'],
  [
    'home/today-panels.tsx',
    ['/staff/board', '/staff/checkin', '/staff/closures', '/staff/orders'],
    'home/staff-home.tsx',
    '{isDesk && <Desk',
  ],
  [
    'home/missing-list.tsx',
    ['GET Connection/List', '/staff/settings/connections'],
    'home/missing-list.tsx',
    "enabled: roles.includes('admin')",
  ],
  [
    'home/missing-list.tsx',
    ['/staff/catalogue', '/staff/catalogue/facility'],
    'home/missing-list.tsx',
    'return isManager && catalogue ? whatIsMissing(',
  ],
  ['insight/insight-screen.tsx', ['POST Insight/Rebuild'], 'insight/insight-screen.tsx', '{data.visits && <Rebuild />}'],
  [
    'orders/cancel-sheet.tsx',
    ['POST Order/Cancel'],
    'orders/order-actions.tsx',
    '{mayServe && order.items.some(({ locked }) => locked === null) && (',
  ],
  [
    'orders/cancel-sheet.tsx',
    ['POST Order/Line/Cancel'],
    'orders/order-actions.tsx',
    '{mayServe && order.lines.some(({ locked }) => locked === null) && (',
  ],
  [
    'orders/order-actions.tsx',
    ['POST Payment/Link'],
    'orders/order-actions.tsx',
    '{mayServe && isToPay && order.person.linkWays.length > 0 && (',
  ],
  ['orders/refund-sheet.tsx', ['POST Payment/Refund'], 'orders/order-actions.tsx', '{mayServe && <RefundButtons'],
  ['orders/order-panel.tsx', ['/staff/people'], 'orders/order-panel.tsx', "{isLinked && person.name !== '' && ("],
  ['orders/order-panel.tsx', ['/staff/board'], 'orders/order-panel.tsx', "{isLinked && item.status === 'active' && ("],
  ['person/give-point-form.tsx', ['POST Person/Point/Give'], 'person/person-actions.tsx', '{may && ('],
  ['person/person-points.tsx', ['POST Person/Point/Withdraw'], 'person/person-points.tsx', "{may && (point.status === 'counts'"],
  ['person/person-card.tsx', ['POST Person/EndSessions'], 'person/person-card.tsx', 'actions={mayEnd && <StaffButton'],
  [
    'person/person-club.tsx',
    ['POST Person/Club/Owner'],
    'person/person-club.tsx',
    'actions={mayDecide(viewer, id) && !isInIt && <StaffButton',
  ],
  ['person/person-logins.tsx', ['POST Person/UnlinkWay'], 'person/person-logins.tsx', '{mayChange && ('],
  ['person/person-logins.tsx', ['POST Person/RemoveAuthenticator'], 'person/person-logins.tsx', '{mayChange && hasAuthenticator && ('],
  ['person/person-actions.tsx', ['POST Person/Lift'], 'person/person-actions.tsx', '{may && card.suspension && <StaffButton'],
  [
    'person/person-actions.tsx',
    ['POST Person/Suspend'],
    'person/person-actions.tsx',
    '{may && !card.suspension && !card.neverSuspended && (',
  ],
  [
    'refunds/ask-refund.tsx',
    ['POST Refund/Resolve', 'POST Refund/Paid', 'POST Refund/Failed'],
    'refunds/refund-actions.tsx',
    'deedsOf(refund, useIsFinance())',
  ],
  ['refunds/transfers-tab.tsx', ['GET Refund/BankFile'], 'refunds/transfers-tab.tsx', 'batchColumns(isFinance)'],
  ['refunds/batch-sheet.tsx', ['POST Refund/Batch'], 'refunds/ready-panel.tsx', 'isFinance && chosen.length > 0 ?'],
  [
    'refunds/statement-sheet.tsx',
    ['POST Refund/Statement'],
    'refunds/transfers-tab.tsx',
    'actions={isFinance && <StaffButton onClick={() => setPasting(true)}>',
  ],
  [
    'refunds/statement-lines.tsx',
    ['POST Refund/Statement/Pay'],
    'refunds/transfers-tab.tsx',
    'actions={isFinance && <StaffButton onClick={() => setPasting(true)}>',
  ],
  [
    'refunds/refund-panel.tsx',
    ['/staff/people'],
    'refunds/refund-panel.tsx',
    '{mayServe && <Link {...toLocation(`/staff/people?person=${memberId}`)}>',
  ],
  [
    'rounds/ballot-objections.tsx',
    ['POST Ballot/Objection'],
    'rounds/ballot-objections.tsx',
    "{mayChange && stage === 'frozen' && <NewObjection",
  ],
  [
    'rounds/ballot-rehearsal.tsx',
    ['POST Ballot/Rehearse'],
    'rounds/ballot-tab.tsx',
    "{mayChange && ballot.stage !== 'drawn' && <Rehearsal",
  ],
  ['rounds/ballot-tab.tsx', ['POST Ballot/Draw'], 'rounds/ballot-tab.tsx', "{mayChange && ballot.stage === 'frozen' && <DrawNow"],
  ['rounds/ballot-tab.tsx', ['POST Ballot/Freeze'], 'rounds/ballot-tab.tsx', "{mayChange && ballot.stage === 'ended' && <Freeze"],
  ['rounds/rounds-queries.ts', ['GET Round/New'], 'rounds/rounds-screen.tsx', "(search.round === 'new' && !mayChange)"],
  [
    'rounds/use-save-round.ts',
    ['POST Round', 'PUT Round', 'POST Round/Preview'],
    'rounds/rounds-screen.tsx',
    "search.tab === 'setup' && !mayChange ? undefined",
  ],
  [
    'shell/search-providers.ts',
    ['GET Person/Search', '/staff/people'],
    'shell/search-providers.ts',
    "if (!screenAt('/staff/people', roles)) return []",
  ],
  [
    'shell/search-providers.ts',
    ['GET Order/List', '/staff/orders'],
    'shell/search-providers.ts',
    "!screenAt('/staff/orders', roles)) return []",
  ],
  [
    'shell/staff-frame.tsx',
    ['/staff/till'],
    'shell/staff-frame.tsx',
    "{hasRole(viewer, 'admin', 'manager', 'desk', 'finance') && <TillState />}",
  ],
  [
    'faults/faults-queries.ts',
    ['PUT Report/Replies', 'GET Star/List'],
    'faults/faults-screen.tsx',
    "isManager || (tab !== 'ratings' && tab !== 'replies')",
  ],
  ['faults/replies-view.tsx', ['PUT Report/Replies'], 'faults/faults-screen.tsx', "isManager || (tab !== 'ratings' && tab !== 'replies')"],
  ['faults/faults-queries.ts', ['POST Report/Block/Preview'], 'faults/fault-panel.tsx', '{isManager && isOpen && ('],
  ['faults/block-sheet.tsx', ['POST Report/Block'], 'faults/fault-panel.tsx', '{isManager && isOpen && ('],
  ['till/till-queries.ts', ['GET Payment/Refunds'], 'till/till-screen.tsx', '{maySell && ( <div className={style.forms}>'],
  ['till/refunds.tsx', ['POST Payment/Refund'], 'till/till-screen.tsx', '{maySell && ( <div className={style.forms}>'],
  ['till/till-screen.tsx', ['POST Till/Move'], 'till/till-screen.tsx', '{maySell && ( <div className={style.forms}>'],
  ['till/close-form.tsx', ['POST Till/Close'], 'till/till-screen.tsx', '{maySell && <CloseForm'],
  [
    'till/till-screen.tsx',
    ['POST Till/Open', '/staff/counter'],
    'till/till-screen.tsx',
    '{maySell && tills?.open.length === 0 && <OpenForm />}',
  ],
]

const root = import.meta.dirname
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const filesOf = (folder: string) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !file.includes('.test.'))

/** The roles that may open a screen of each folder. */
function rolesByFolder(): Map<string, Set<ScreenRole>> {
  const found = new Map<string, Set<ScreenRole>>()
  for (const route of globSync('**/*.tsx', { cwd: join(root, '../../routes/staff') })) {
    const source = readFileSync(join(root, '../../routes/staff', route), 'utf8')
    const path = /createFileRoute\('([^']+)'\)/.exec(source)?.[1]?.replace(/(?<=.)\/$/, '')
    const screen = staffScreens.find((one) => one.path === path)
    for (const [, folder] of source.matchAll(/#ui\/staff\/([\w-]+)\//g))
      if (folder !== 'kit') found.set(folder!, new Set([...(found.get(folder!) ?? []), ...(screen?.roles ?? [])]))
  }
  return found
}

/** Calls and screens that a file names, each with the roles that it is for. */
function namedIn(file: string): { what: string; isFor(role: ScreenRole): boolean }[] {
  const source = read(file)
  const calls = [...source.matchAll(/['"`](\/api\/Staff\/[^'"`?]*)/g)].flatMap(([, raw]) => {
    const path = raw!.replaceAll(/\$\{[^}]*\}/g, '{}')
    return Object.entries(mayCall)
      .filter(([call]) => call.split(' ')[1]!.replaceAll(/\{\w+\}/g, '{}') === path)
      .map(([call, who]) => ({
        what: `${call.split(' ')[0]} ${path.slice('/api/Staff/'.length)}`,
        isFor: (role: ScreenRole) => Array.isArray(who) && who.includes(role),
      }))
  })
  const screens = [...source.matchAll(/['"`](\/staff(?:\/[\w/-]+)?)(?=['"`?])/g)].map(([, path]) => ({
    what: path!,
    isFor: (role: ScreenRole) => screenAt(path!, [role]) !== undefined,
  }))
  return [...calls, ...screens]
}

const needed = [...rolesByFolder()].flatMap(([folder, roles]) =>
  filesOf(folder).flatMap((file) =>
    namedIn(file)
      .filter(({ isFor }) => ![...roles].every(isFor))
      .map(({ what }) => `${file} ${what}`),
  ),
)

it('what not every role of a screen may do or open is shown by a guard', () => {
  const guarded = guards.flatMap(([file, what]) => what.map((one) => `${file} ${one}`))
  expect([...new Set(needed)].toSorted()).toEqual(guarded.toSorted())
})

it.each(guards)('%s %s has its guard in %s', (_, __, guard, words) => {
  expect(read(guard).replaceAll(/\s+/g, ' ')).toContain(words)
})

/** A screen listens by its row of the table; these are parts of the frame, of several screens, or have a topic for each day. */
const listensByTopic = [
  'board/board-screen.tsx',
  'centre/use-centre-draft.ts',
  'home/staff-home.tsx',
  'kit/use-live-catalogue.ts',
  'kit/use-staff-live.ts',
  'shell/rail.tsx',
  'shell/staff-frame.tsx',
]

it('a screen listens to the topics of its row in the table of screens', () => {
  expect(
    filesOf('*')
      .filter((file) => read(file).includes('useStaffLive('))
      .toSorted(),
  ).toEqual(listensByTopic)
})
