const managerRoles = ['admin', 'manager']

/** Who may make the calls about draws; the rules are those of who-may-call.ts. */
export const ballots = {
  'GET /api/Ballot/List': 'public',
  'GET /api/Ballot/Draw/{id}': 'public',
  'GET /api/Ballot/Draw/{id}/Manifest.json': 'public',
  'GET /api/Ballot/Draw/{id}/Draw.json': 'public',
  'GET /api/Ballot/Page/{id}': 'public',
  'GET /api/Ballot/Community/List': 'community',
  'GET /api/Ballot/Community/Entry': 'community',
  'PUT /api/Ballot/Community/Entry': 'community',
  'POST /api/Ballot/Community/Withdraw': 'community',
  'POST /api/Ballot/Community/Offer': 'community',
  'GET /api/PreOrder/Community/Fairness': 'community',
  'GET /api/Staff/Season/{id}/Fairness': [...managerRoles, 'desk'],
  'GET /api/Staff/Ballot/{id}': [...managerRoles, 'desk'],
  'POST /api/Staff/Ballot/Freeze': managerRoles,
  'POST /api/Staff/Ballot/Objection': managerRoles,
  'POST /api/Staff/Ballot/Rehearse': managerRoles,
  'POST /api/Staff/Ballot/Draw': managerRoles,
} as const
