const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** 340 KB, 2.4 MB: as file managers write it, alike in both languages. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${whole.format(bytes)} B`
  const kilobytes = bytes / 1024
  return kilobytes < 1000 ? `${whole.format(kilobytes)} KB` : `${tenths.format(kilobytes / 1024)} MB`
}
