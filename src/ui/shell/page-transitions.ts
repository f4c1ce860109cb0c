import type { AppRouter } from '#ui/session/router-context.ts'

/** Lets each page fade in over the one before it. The styles say how, by this type of transition (theme.css). */
export function fadePagesIn(router: AppRouter): void {
  router.update({
    ...router.options,
    defaultViewTransition: {
      // Not while another one runs or nobody looks: the browser would reject a promise that the router does not handle.
      types: ({ fromLocation, pathChanged }) =>
        fromLocation && pathChanged && !document.hidden && !document.querySelector(':active-view-transition') ? ['page'] : false,
    },
  })
}
