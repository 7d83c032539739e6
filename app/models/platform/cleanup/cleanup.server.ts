import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { signIns } from "db/schema/accounts-sign-ins"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { jobs, oneTimeLinks, rateLimits } from "db/schema/foundation"
import { members } from "db/schema/people"
import { cleanupRuns } from "db/schema/platform"
import { and, asc, count, desc, eq, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { cancelRegistration } from "~/models/accounts/school/cancel-registration.server"
import {
  closeDueSchools,
  listSchoolsDue,
  remindOfDeletions,
} from "~/models/accounts/school/delete-school.server"
import { forgetExpiredSignIns } from "~/models/accounts/sign-in/sign-in.server"
import { countOldTries, forgetOldTries } from "~/models/accounts/sign-in/sign-in-tries.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import { platformAdd, platformRemove, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { forgetFinishedJobs, weekMs } from "~/models/foundation/job/job.server"
import { forgetOldBounces } from "~/models/foundation/outbox/bounce.server"
import { forgetMailCounts } from "~/models/foundation/outbox/mail-count.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { PER_PAGE } from "~/utils/page-number"
import { countOldFailures, forgetOldFailures } from "../failed-request/failed-requests.server"
import { forgetOldMissed } from "../missed-search/missed-searches.server"
import { recordPlatformAct } from "../staff-act/staff-act.server"
import { countUnusedFiles, forgetUnusedFiles } from "../support/support-image.server"
import {
  abandonedAfterDays,
  type CleanupCounts,
  type CleanupKind,
  cleanupKinds,
  countText,
  linkKeptDays,
} from "./cleanup"

// Tidying up after the platform. A dry run only counts; each run is a line in the log, whoever pressed or the timetable.

const dayMs = 24 * 3_600_000
/** So many registrations a run: the provider is asked about each. */
const mostRegistrations = 25

const countRows = (table: SQLiteTable, where: SQL | undefined): number =>
  select({ n: count() }).from(table).where(where).get()?.n ?? 0

const deadLinks = () => {
  const before = now() - linkKeptDays * dayMs
  return or(
    lt(oneTimeLinks.expiresAt, before),
    lt(oneTimeLinks.usedAt, before),
    // Of an offer each reader's link works, whichever was made last.
    and(lt(oneTimeLinks.revokedAt, before), sql`${oneTimeLinks.purpose} not in ('offer', 'spot-offer')`),
  )
}
const spentLimits = () => and(isNotNull(rateLimits.expire), lt(rateLimits.expire, now()))

/** Registrations no one paid for a month, oldest first: the one person of each, and when it was. */
export function listAbandoned(_staff: SuperActor | null) {
  return abandoned().orderBy(asc(schools.createdAt)).limit(mostRegistrations).all()
}

const abandoned = () =>
  select({
    school: schools,
    memberId: members.id,
    role: members.role,
    userId: users.id,
    personName: users.name,
  })
    .from(schools)
    .innerJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .innerJoin(members, eq(members.schoolId, schools.id))
    .innerJoin(users, eq(users.id, members.userId))
    .where(isAbandoned())

const isAbandoned = () =>
  and(
    eq(subscriptions.status, "pending"),
    isNull(subscriptions.activatedAt),
    lt(schools.createdAt, now() - abandonedAfterDays * dayMs),
    sql`(select count(*) from ${members} m where m.school_id = ${schools.id}) = 1`,
  )

const counters: Record<CleanupKind, () => number> = {
  registrations: () => abandoned().all().length,
  schools: () => listSchoolsDue().length,
  links: () => countRows(oneTimeLinks, deadLinks()),
  "sign-ins": () => countRows(signIns, lte(signIns.expiresAt, now())),
  files: countUnusedFiles,
  jobs: () => countRows(jobs, and(eq(jobs.state, "done"), lt(jobs.finishedAt, now() - weekMs))),
  limits: () => countRows(rateLimits, spentLimits()) + countOldTries(),
  failures: countOldFailures,
}

/** How much of each kind could go now. */
export const countCleanup = (_staff: SuperActor | null): Record<CleanupKind, number> =>
  Object.fromEntries(cleanupKinds.map((kind) => [kind, counters[kind]()])) as Record<CleanupKind, number>

const cleaners: Record<CleanupKind, () => unknown> = {
  registrations: takeBackAbandoned,
  schools: () => closeDueSchools(schoolActor),
  links: () => platformRemove(oneTimeLinks, deadLinks()),
  "sign-ins": forgetExpiredSignIns,
  files: forgetUnusedFiles,
  jobs: () => {
    forgetFinishedJobs()
    forgetMailCounts()
  },
  limits: () => {
    platformRemove(rateLimits, spentLimits())
    forgetOldTries()
  },
  failures: () => {
    forgetOldFailures()
    forgetOldBounces()
    forgetOldMissed()
  },
}

async function takeBackAbandoned() {
  for (const { school, memberId, role, userId, personName } of listAbandoned(null))
    await cancelRegistration(memberActor(school, { memberId, userId, name: personName, role }))
}

/** Counts what would go, removes nothing, and writes that down. */
export function dryRun(staff: SuperActor, kinds: readonly CleanupKind[]): CleanupCounts {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, counters[kind]()]))
  transact(() => record(staff, true, counts))
  return counts
}

/**
 * Removes what can go and records how much went. Safe to repeat, also at once: each part removes only what can go
 * by then. `null` is the timetable, whose empty rounds are not recorded.
 */
export async function runCleanup(
  staff: SuperActor | null,
  kinds: readonly CleanupKind[],
): Promise<CleanupCounts> {
  const counts: CleanupCounts = {}
  for (const kind of kinds) {
    const before = counters[kind]()
    if (before === 0) continue
    await cleaners[kind]()
    counts[kind] = before - counters[kind]()
  }
  if (staff || Object.values(counts).some((removed) => removed > 0))
    transact(() => record(staff, false, counts))
  return counts
}

/** What no one needs to look at first; for the timetable. Offices are reminded of deletions before any is carried out. */
export async function tidyUp(): Promise<CleanupCounts> {
  await remindOfDeletions(schoolActor)
  return runCleanup(null, ["schools", "links", "limits", "failures"])
}

function record(staff: SuperActor | null, isDry: boolean, counts: CleanupCounts) {
  const at = now()
  transact(() => {
    platformAdd(cleanupRuns, {
      id: newId(),
      userId: staff?.userId ?? null,
      isDry,
      counts: JSON.stringify(counts),
      createdAt: at,
      finishedAt: at,
    })
    if (staff)
      recordPlatformAct(staff, {
        verb: "clean-up",
        about: `${isDry ? "Dry run" : "Removed"}: ${countText(counts)}`,
      })
  })
}

/** The log of runs, newest first, a page of it. */
export function listCleanupRuns(_staff: SuperActor, page: number) {
  const rows = select({
    ...columns(cleanupRuns, "id", "isDry", "counts", "createdAt"),
    by: users.name,
  })
    .from(cleanupRuns)
    .leftJoin(users, eq(users.id, cleanupRuns.userId))
    .orderBy(desc(cleanupRuns.createdAt), desc(cleanupRuns.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  return {
    rows: rows.map(({ counts, ...run }) => ({ ...run, counts: JSON.parse(counts) as CleanupCounts })),
    total: countRows(cleanupRuns, undefined),
  }
}
