/** Navigation options for an address that is known only at run time, and so not checked against the route tree. */
export function toLocation(address: string): { to: '/staff' } {
  const url = new URL(address, 'http://fieldhouse.invalid')
  return { to: url.pathname, search: Object.fromEntries(url.searchParams) } as unknown as { to: '/staff' }
}
