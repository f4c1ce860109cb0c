/** For a test that measures how soon something happens: a machine that is busy with something else gets another chance. */
export const sometimesLate = { retry: 2 }
