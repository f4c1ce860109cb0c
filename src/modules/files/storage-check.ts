import type { StorageConfig } from '#config.ts'
import * as m from '#i18n/generated/messages.js'
import type { Check } from '#modules/module.ts'
import { hidden, masked, shown, type ShownSetting } from '#modules/settings/connection-rules.ts'
import { checkStorage } from './check-storage.ts'

export const storageCheck: Check = {
  subject: 'storage',
  find: ({ storage }) => checkStorage(storage),
  connection: ({ storage }) => ({
    title: m.connection_storage,
    use: m.connection_storage_use,
    isSet: true,
    isDemo: false,
    settings: storageSettings(storage),
    send: undefined,
  }),
}

function storageSettings(storage: StorageConfig): ShownSetting[] {
  if (storage.kind === 'disk') return [shown('STORAGE_KIND', 'disk'), shown('STORAGE_DIR', storage.dir)]
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = storage
  return [
    shown('STORAGE_KIND', 's3'),
    shown('STORAGE_BUCKET', bucket),
    shown('STORAGE_REGION', region),
    shown('STORAGE_ENDPOINT', endpoint ?? null),
    shown('STORAGE_ACCESS_KEY_ID', masked(accessKeyId)),
    shown('STORAGE_SECRET_ACCESS_KEY', hidden(secretAccessKey)),
  ]
}
