/** Names the last order of a page. Moments of PostgreSQL have microseconds, which a Date would cut off. */
export type OrderCursor = { micros: string; id: string }

export const orderCursorPattern = /^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const cursorOf = ({ micros, id }: OrderCursor): string => `${micros}.${id}`

export function cursorFrom(text: string): OrderCursor {
  const [micros = '', id = ''] = text.split('.')
  return { micros, id }
}
