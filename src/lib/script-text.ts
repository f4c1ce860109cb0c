/** JSON for the inside of a string literal, in double quotes, in an inline script: what closes the literal or the script is escaped. */
export const jsonInScript = (value: unknown): string =>
  JSON.stringify(JSON.stringify(value))
    .slice(1, -1)
    .replaceAll('<', '\\x3C')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
