const deskRoles = ['admin', 'manager', 'desk']

/** Of the table in who-may-call.ts: orders as staff see them, the waiting list, tills, and figures. */
export const ordersAndTills = {
  'GET /api/Staff/Order/List': ['admin', 'manager', 'desk', 'finance'],
  'GET /api/Staff/Order/{id}': ['admin', 'manager', 'desk', 'finance'],
  'POST /api/Staff/Order/Cancel': deskRoles,
  'POST /api/Staff/Order/Line/Cancel': deskRoles,
  'POST /api/Staff/Order/Message/Again': ['admin', 'manager', 'desk', 'finance'],
  'POST /api/Wish': 'member',
  'GET /api/Wish/List': 'member',
  'POST /api/Wish/Withdraw': 'member',
  'POST /api/Wish/Accept': 'member',
  'GET /api/Staff/Wish/List': deskRoles,
  'POST /api/Staff/Till/Open': deskRoles,
  'POST /api/Staff/Till/Move': deskRoles,
  'POST /api/Staff/Till/Close': deskRoles,
  'GET /api/Staff/Till/List': ['admin', 'manager', 'desk', 'finance'],
  'GET /api/Staff/Till/{id}': ['admin', 'manager', 'desk', 'finance'],
  'GET /api/Staff/Till/{id}/Rows.csv': ['admin', 'manager', 'desk', 'finance'],
  'GET /api/Staff/Till/{id}/Close.xlsx': ['admin', 'manager', 'desk', 'finance'],
  'GET /api/Staff/Insight': ['admin', 'manager', 'finance'],
  'GET /api/Staff/Insight/Figure.csv': ['admin', 'manager', 'finance'],
  'GET /api/Staff/Insight/Figures.xlsx': ['admin', 'manager', 'finance'],
  'GET /api/Staff/Insight/Report': ['admin', 'manager', 'finance'],
  'GET /api/Staff/Insight/Subscription': ['admin', 'manager', 'finance'],
  'PUT /api/Staff/Insight/Subscription': ['admin', 'manager', 'finance'],
  'POST /api/Staff/Insight/Rebuild': ['admin', 'manager'],
} as const
