import { useRouterState } from '@tanstack/react-router'

/** Which layout a route asks for; `default` when it says nothing. `wide`: with room for two columns. `area`: the same for members, without a footer. `highlights`: dark in both colour schemes, as wide as the screen. */
export type Layout = 'default' | 'wide' | 'highlights' | 'area' | 'validation' | 'none' | 'staff'

/**
 * One thing is done on the page: no footer and no menu, the way back stands in the header. `menu` says where there is a menu all the same:
 * `wide` on a wide screen, `until-chosen` there and on a phone until something is in the cart.
 */
export type Task = {
  /** None for a page that a mail or text leads to. */
  back?: { to: string; search?: Record<string, string>; label: () => string }
  menu?: 'wide' | 'until-chosen'
}

/** A page that is a task for some addresses only answers by its search parameters. */
export type TaskOf = Task | ((search: Record<string, unknown>) => Task | undefined)

type Match = { staticData: { layout?: Layout }; _notFound?: boolean }

/** A path that the root answers with 404 has the default layout, whatever route it matched. */
const isNotFound = (matches: readonly Match[]): boolean => matches[0]?._notFound === true

/** Layout of the innermost route that asks for one. */
const layoutOf = (matches: readonly Match[]): Layout =>
  (isNotFound(matches) ? undefined : matches.findLast(({ staticData }) => staticData.layout)?.staticData.layout) ?? 'default'

export const useLayout = (): Layout => useRouterState({ select: ({ matches }) => layoutOf(matches) })

export function useTask(): Task | undefined {
  const match = useRouterState({ select: ({ matches }) => (isNotFound(matches) ? undefined : matches.at(-1)) })
  const task = match?.staticData.task
  return typeof task === 'function' ? task(match!.search) : task
}

/** Whether a task has no menu on any screen. */
export const isBare = (task: Task | undefined): boolean => task !== undefined && task.menu === undefined
