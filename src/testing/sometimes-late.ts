/** Repeats a test that measures time: a busy machine gets another chance. */
export const sometimesLate = { retry: 2 }
