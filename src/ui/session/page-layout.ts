import { useRouterState } from '@tanstack/react-router'

/**
 * Which layout a route asks for; `default` when it says nothing. `area`: for members, without a footer. `task`: one thing is done here,
 * with one way back and no menu. `highlights`: dark in both colour schemes, as wide as the screen.
 */
export type Layout = 'default' | 'highlights' | 'area' | 'task' | 'validation' | 'none' | 'staff'

/** The way back from a task. */
export type Back = { to: string; label: () => string }

type Matches = readonly { staticData: { layout?: Layout; back?: Back }; _notFound?: boolean }[]

/** Layout of the innermost route that asks for one. A path that the root answers with 404 has the default one, whatever route it matched. */
const layoutOf = (matches: Matches): Layout =>
  (matches[0]?._notFound ? undefined : matches.findLast((match) => match.staticData.layout)?.staticData.layout) ?? 'default'

export const useLayout = (): Layout => useRouterState({ select: ({ matches }) => layoutOf(matches) })

export const useBack = (): Back | undefined => useRouterState({ select: ({ matches }) => (matches as Matches).at(-1)?.staticData.back })
