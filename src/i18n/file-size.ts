/** Size of a file as file managers write it, alike in both languages: 340 KB, 2.4 MB. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  return kilobytes < 999.5 ? `${Math.round(kilobytes)} KB` : `${Math.round(kilobytes / 102.4) / 10} MB`
}
