// A backup is a copy of the whole database, kept elsewhere. It counts only when it was fetched back, opened, found of
// sound structure, and its books added up. Beside each lies a small record of the same name, so that the store can be
// understood without the database it is for.

const hour = 3_600_000
const day = 24 * hour

/** How often one is made (ms). */
export const backupEveryMs = hour
/** Every one of the last days is kept, then the last of each day. */
const keepAllMs = 2 * day

export type BackupRecord = {
  /** Which installation it is of; records from before that had a name have none. */
  installation?: string
  node: string
  place: string
  objectKey: string
  /** UTC ms */
  startedAt: number
  verifiedAt: number | null
  problem: string | null
  bytes: number | null
  sha256: string | null
  tookMs: number
  /** How many uploaded files are kept with it; absent where they are in the database. */
  files?: number
}

/** Whether a backup is of this installation. Two may share a store by mistake, and neither may take the other's. */
export const isOwnBackup = ({ installation }: Pick<BackupRecord, "installation">, own: string): boolean =>
  installation === undefined || installation === own

/** Its name in the store: by node, so that two nodes never write to the same one, then by time. */
export const backupKey = (node: string, startedAt: number): string =>
  `${node}/${new Date(startedAt).toISOString().replaceAll(":", "-")}.db.gz`

export const backupKeyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*\/\d{4}-\d\d-\d\dT[0-9.-]+Z\.db\.gz$/

/** The record beside it. */
export const recordKeyOf = (objectKey: string): string => objectKey.replace(/\.db\.gz$/, ".json")

/**
 * Which backups have been kept long enough; whichever node made them, they are copies of one database. Kept are: all of
 * two days; the last sound one of each day (UTC) for `keepDays`; always the newest sound one, however old.
 */
export function chooseExpired<Backup extends Pick<BackupRecord, "startedAt" | "verifiedAt">>(
  backups: readonly Backup[],
  { at, keepDays }: { at: number; keepDays: number },
): Backup[] {
  const newestFirst = [...backups].sort((one, other) => other.startedAt - one.startedAt)
  const newestSound = newestFirst.find(({ verifiedAt }) => verifiedAt !== null)
  const daysSeen = new Set<number>()
  return newestFirst.filter((backup) => {
    const age = at - backup.startedAt
    const dayOf = Math.floor(backup.startedAt / day)
    const isLastOfDay = backup.verifiedAt !== null && !daysSeen.has(dayOf)
    if (isLastOfDay) daysSeen.add(dayOf)
    if (backup === newestSound || age < keepAllMs) return false
    return !(isLastOfDay && age < keepDays * day)
  })
}
