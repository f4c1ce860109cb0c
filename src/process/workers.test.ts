import cluster from 'node:cluster'
import { afterEach, expect, it } from 'vitest'
import { startWorkers } from './workers.ts'

afterEach(() => cluster.setupPrimary({ cwd: process.cwd() }))

it('says so when a worker cannot be started at all, and does not wait for it', async () => {
  // A process in a folder that does not exist gets no process id, and never ends.
  cluster.setupPrimary({ cwd: '/no/such/folder' })
  await expect(startWorkers(1, {})).rejects.toThrow('A worker could not be started')
})
