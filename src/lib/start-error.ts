/** Why the process cannot start; its message is one sentence for the person who started it. */
export class StartError extends Error {}
