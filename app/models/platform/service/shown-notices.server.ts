import { onConnection } from "db/cache-until-write.server"
import { platformNotices } from "db/schema/platform-service"
import { desc, isNull } from "drizzle-orm"
import { platformQuery, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { formatInstant } from "~/utils/zones"
import { findSavingBlock } from "../abuse/block.server"
import { type NoticeFacts, noticeText, type ShownNotice } from "./notice"

// The read-only switch and announced maintenance. Every request asks for them, so each process asks the database once a
// second at most.

const rememberedMs = 1000

export type Notice = NoticeFacts & { id: string; createdAt: number }

const openQuery = platformQuery(() =>
  select(columns(platformNotices, "id", "kind", "text", "startsAt", "endsAt", "createdAt"))
    .from(platformNotices)
    .where(isNull(platformNotices.endedAt))
    .orderBy(desc(platformNotices.createdAt)),
)

const remembered = onConnection((): { at: number; open: Notice[] } => ({
  at: Number.NEGATIVE_INFINITY,
  open: [],
}))

function readOpen(): Notice[] {
  const at = performance.now()
  const known = remembered()
  if (at - known.at >= rememberedMs) Object.assign(known, { at, open: openQuery.all() })
  return known.open
}

/** What everyone should read now. Maintenance that is over by its time is no longer shown. */
export const listNotices = (): Notice[] =>
  readOpen().filter(({ kind, endsAt }) => kind === "read-only" || endsAt === null || endsAt > now())

/** The switch, while it is on: nothing is saved until someone turns it off, even after the time that was expected. */
export const findReadOnly = (): Notice | undefined => readOpen().find(({ kind }) => kind === "read-only")

/** What was remembered is asked again: someone has changed it. */
export function forgetNotices() {
  remembered().at = Number.NEGATIVE_INFINITY
}

/** Every notice that is not ended, as the database has it now. */
export function readOpenNotices(): Notice[] {
  forgetNotices()
  return readOpen()
}

// Notices as a reader reads them: with the times of their own zone.

const writerFor = (zone: string | undefined) => (ms: number) =>
  zone === undefined ? `${formatInstant(ms, "UTC")} UTC` : formatInstant(ms, zone)

/** What stands above every page, for a reader in a zone; without one in UTC. */
export const shownNotices = (zone?: string): ShownNotice[] =>
  listNotices().map((notice) => ({ id: notice.id, ...noticeText(notice, now(), writerFor(zone)) }))

/** What everyone of a school that our staff made read-only reads. */
export function shownSchoolNotice(school: { id: string; timeZone: string }): ShownNotice[] {
  const block = findSavingBlock(school.id)
  if (!block) return []
  const until = block.endsAt === null ? "" : ` until ${formatInstant(block.endsAt, school.timeZone)}`
  return [
    {
      id: "school-read-only",
      title: schoolReadOnlyTitle,
      text:
        block.told || `You can look everything up, but nothing can be saved${until}. Ask Tutti support why.`,
      tone: "amber",
    },
  ]
}

export const schoolReadOnlyTitle = "Your school is read-only right now."

/** What a refused save is answered with; undefined while saving is on. */
export function findReadOnlyText(): { text: string } | undefined {
  const readOnly = findReadOnly()
  return readOnly && { text: noticeText(readOnly, now(), writerFor(undefined)).text }
}
