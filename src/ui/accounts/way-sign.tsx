/** The sign of an issuer, drawn by its own file, and sharing the colour of the words beside it where it has none of its own. */
export function WaySign({ address }: { address: string }) {
  return (
    <svg width={20} height={20} aria-hidden>
      <use href={`${address}#sign`} />
    </svg>
  )
}
