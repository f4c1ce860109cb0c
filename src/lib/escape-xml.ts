const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes a text for an XML or HTML element, or for a quoted attribute. */
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark]!)
