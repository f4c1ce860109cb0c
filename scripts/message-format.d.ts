export function inputsOf(text: string): Set<string>
