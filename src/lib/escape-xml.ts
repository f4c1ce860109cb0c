const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text as it can stand between marks of XML, or in quotes within one. */
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark]!)
