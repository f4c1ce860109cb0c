import { ownValue } from '#lib/own-value.ts'

const ball = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z'

/** Line icons of sports on a 24 px grid. */
const paths: Record<string, string> = {
  badminton: 'M9 16h6a3 3 0 0 1-6 0ZM9 16 5.5 5.5M15 16l3.5-10.5M12 16V4.5M5.5 5.5 9 7l3-2.5L15 7l3.5-1.5M7.3 11h9.4',
  'table-tennis':
    'M10 15.5a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM8.2 15.2v4.3a1.8 1.8 0 0 0 3.6 0v-4.3M18.5 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  basketball: `${ball}M3.5 12h17M12 3.5v17M6 6c2.4 1.6 3.6 3.6 3.6 6S8.4 16.4 6 18M18 6c-2.4 1.6-3.6 3.6-3.6 6s1.2 4.4 3.6 6`,
  volleyball: `${ball}M12 12c0-4-1.2-6.8-3-8M12 12c3.5 2 6.5 2.5 8.4 1M12 12c-3.5 2-5.4 4.4-5.5 6.5M8 9.5c-2 1.2-3.6 3.1-4.2 5M14.5 4c2 1.6 3.3 4 3.5 6.8M9.5 20c2.2.2 5-.6 7.5-2.6`,
  tennis: `${ball}M5.5 6.5c3 2.8 3 8.2 0 11M18.5 6.5c-3 2.8-3 8.2 0 11`,
  pickleball:
    'M8 3.5h8A2.5 2.5 0 0 1 18.5 6v6a4.5 4.5 0 0 1-4.5 4.5h-4A4.5 4.5 0 0 1 5.5 12V6A2.5 2.5 0 0 1 8 3.5ZM10 16.5V20a1 1 0 0 0 1 1h2a1 1 0 0 0 1-1v-3.5M9.5 8v.1M14.5 8v.1M12 11.5v.1',
  squash: 'M15 3.8c3.2 1.2 4.7 4.5 3.4 7.6s-4.5 4.8-7.6 3.6-4.7-4.4-3.4-7.5 4.4-4.9 7.6-3.7ZM8.9 13.4 4 20.5M19 19v.1',
  dance: 'M13 6.2a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8ZM5 8.5l5-.5 3.5 1.5L18 6M12 9l-1.5 6L14 20.5M10.5 15 6 20',
  'martial-arts': 'M3.5 8h17v4h-17zM10 8v4M14 8v4M10.5 12 7 20.5M13.5 12l3.5 8.5',
  swimming:
    'M3 15c1.5 1.3 3 1.3 4.5 0s3-1.3 4.5 0 3 1.3 4.5 0 3-1.3 4.5 0M3 19.5c1.5 1.3 3 1.3 4.5 0s3-1.3 4.5 0 3 1.3 4.5 0 3-1.3 4.5 0M7 12l5-5-2.5-2.5M17.5 10.5a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8Z',
  athletics: 'M8.5 5h7a7 7 0 0 1 0 14h-7a7 7 0 0 1 0-14ZM9 9h6a3 3 0 0 1 0 6H9a3 3 0 0 1 0-6Z',
  football: `${ball}M12 8.5l3.4 2.5-1.3 4H9.9l-1.3-4zM12 3.5v5M20 10l-4.6 1M17 19l-2.9-4M7 19l2.9-4M4 10l4.6 1`,
  meeting: 'M6.5 9h11v6h-11zM9.5 5.5v.1M14.5 5.5v.1M9.5 18.5v.1M14.5 18.5v.1M3.5 12v.1M20.5 12v.1',
}
const anySport = 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z'

/** Icon of a sport; four squares for all of them, and for one that has none of its own. */
export function SportIcon({ sport, size = 26 }: { sport?: string | undefined; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={(sport && ownValue(paths, sport)) || anySport} />
    </svg>
  )
}
