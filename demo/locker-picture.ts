import { loadSharp } from '#lib/load-sharp.ts'

const wood = '#c9a36a'
const doors = ['#5b862b', '#6f9c3a', '#7fb332', '#4a7a17']

/** A wall of lockers in the park's greens: small ones above, large ones below. No words in it: fonts differ from machine to machine. */
export async function lockerPicture(): Promise<Buffer> {
  const door = (x: number, y: number, width: number, height: number, n: number) => `
    <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${doors[n % doors.length]}"/>
    <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="url(#shade)"/>
    <g stroke="#ffffff" stroke-opacity=".35" stroke-width="3">${[0, 1, 2].map((k) => `<path d="M${x + width * 0.3} ${y + 18 + k * 9}h${width * 0.4}"/>`).join('')}</g>
    <circle cx="${x + width - 18}" cy="${y + height / 2}" r="6" fill="#fdf6e3"/>`
  const small = Array.from({ length: 20 }, (_, n) =>
    door(110 + (n % 10) * 98, 70 + Math.floor(n / 10) * 128, 90, 120, n * 3 + Math.floor(n / 10)),
  )
  const large = Array.from({ length: 7 }, (_, n) => door(110 + n * 140, 326, 132, 216, n + 1))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <defs>
      <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#fbf4e4"/><stop offset="1" stop-color="#ecdfc4"/></linearGradient>
      <linearGradient id="shade" x2="1" y2="1"><stop stop-color="#ffffff" stop-opacity=".18"/><stop offset="1" stop-color="#000000" stop-opacity=".16"/></linearGradient>
    </defs>
    <rect width="1200" height="630" fill="url(#wall)"/>
    <rect x="92" y="52" width="1014" height="508" rx="12" fill="#2f4713"/>
    ${small.join('')}${large.join('')}
    <rect y="560" width="1200" height="70" fill="${wood}"/>
    <rect y="560" width="1200" height="8" fill="#000000" fill-opacity=".18"/>
    <rect x="330" y="574" width="540" height="22" rx="6" fill="#8a6a3a"/>
  </svg>`
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg)).png({ palette: true, effort: 7 }).toBuffer()
}
