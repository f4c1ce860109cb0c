/** The secret of all accounts of the demo. */
export const demoSecret = 'fieldhouse-demo'

export const accountRows = [
  { account: 'member', name: '林小美', mobile: '0912000001', identityId: 1 },
  {
    account: 'community',
    name: '陳建宏',
    mobile: '0912000002',
    identityId: 9,
    community: { name: '青禾羽球社', registrationNo: '青社字第 1080001 號', representative: '陳建宏' },
  },
  { account: 'staff', name: '王館長', mobile: '0912000003', identityId: 1, roles: ['admin'] },
] as const

export const demoAccounts = accountRows.map((one) => one.account)
