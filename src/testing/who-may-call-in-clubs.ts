/** Who acts for a club: what each role may call is in http/club-calls.ts. */
export const clubCalls = {
  'GET /api/Club/People': 'community',
  'POST /api/Club/Invitation': 'community',
  'POST /api/Club/Invitation/Withdraw': 'community',
  'POST /api/Club/Invitation/Read': 'public',
  'POST /api/Club/Invitation/Accept': 'member',
  'POST /api/Club/People/Role': 'community',
  'POST /api/Club/People/Remove': 'community',
  'POST /api/Club/Leave': 'community',
  'POST /api/Club/Handover': 'community',
  'DELETE /api/Club/Handover': 'community',
  'POST /api/Club/Handover/Answer': 'community',
  'POST /api/Staff/Person/Club/Owner': ['admin', 'manager'],
} as const
