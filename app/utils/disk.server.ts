import { existsSync, statfsSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { env } from "./env.server"

// What a disk holds and which disk a path is on. Asked of the nearest folder that exists: what is to be made there need
// not exist yet.

export type DiskSpace = { freeBytes: number; freePercent: number }

function nearestExisting(path: string): string {
  const whole = resolve(path)
  return existsSync(whole) ? whole : nearestExisting(dirname(whole))
}

/** The folder whose disk the database fills: LiteFS keeps it elsewhere than where it is read. */
export const databaseFolder = (): string => (env().LITEFS_DIR ? env().LITEFS_DATA_DIR : env().DATABASE_PATH)

/** What this process may still write at a path. */
export function findSpace(path: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(nearestExisting(path))
  return { freeBytes: bavail * bsize, freePercent: blocks === 0 ? 100 : (bavail / blocks) * 100 }
}

/** Whether two paths are on one disk: when it breaks, both are gone. A bucket is on none of ours. */
export const isSameDisk = (one: string, other: string): boolean =>
  ![one, other].some((path) => path.startsWith("s3://")) &&
  statSync(nearestExisting(one)).dev === statSync(nearestExisting(other)).dev
