import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { found, type Finding } from '#http/findings.ts'

const megabyte = 1024 ** 2
const limits = { low: 2048, full: 200 }

/** Free space of the disk that the data folder is on, or will be on. */
export async function checkDisk(dataDir: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(nearestFolder(dataDir))
  return [diskFinding((bavail * bsize) / megabyte, dataDir)]
}

export function diskFinding(free: number, place: string): Finding {
  const code = free < limits.full ? 'disk_full' : free < limits.low ? 'disk_low' : 'disk_free'
  return found('disk', code, { place, free: free < 10 * 1024 ? `${Math.floor(free)} MB` : `${Math.floor(free / 1024)} GB` })
}

function nearestFolder(dir: string): string {
  return existsSync(dir) || dirname(dir) === dir ? dir : nearestFolder(dirname(dir))
}
