import { reply, type Api } from '#http/call.ts'
import { adminRoles, type StaffRole } from '#http/session.ts'
import { openedBy } from '#modules/files/access.ts'
import { RoleListAnswer } from './wire.ts'

/** What each role may do, read from what is enforced: the calls of this API, and who opens which kind of file. */
export function rolesApi(api: Api): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Role/List',
      summary: 'What each role may call, and which kinds of files it opens',
      access: adminRoles,
      answers: { 200: RoleListAnswer },
    },
    async () => reply(200, { files: Object.entries(openedBy).map(([use, roles]) => ({ use, roles: [...roles] })), calls: staffCalls(api) }),
  )
}

function staffCalls(api: Api): RoleListAnswer['calls'] {
  return api.app.openAPIRegistry.definitions.flatMap((one) => {
    if (one.type !== 'route') return []
    const { method, path, summary = '', 'x-access': access } = one.route as typeof one.route & { 'x-access': string | StaffRole[] }
    return Array.isArray(access) ? [{ call: `${method.toUpperCase()} ${path}`, summary, roles: access }] : []
  })
}
