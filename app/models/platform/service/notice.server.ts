import { platformNotices } from "db/schema/platform-service"
import { onConnection } from "db/unchanged.server"
import { desc, isNull } from "drizzle-orm"
import { platformQuery, select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import type { NoticeFacts } from "./notice"

// The read-only switch and announced maintenance. Every request asks for them, so each process asks the database once a
// second at most.

const rememberedMs = 1000

export type Notice = NoticeFacts & { id: string; createdAt: number }

const openQuery = platformQuery(() =>
  select({
    id: platformNotices.id,
    kind: platformNotices.kind,
    text: platformNotices.text,
    startsAt: platformNotices.startsAt,
    endsAt: platformNotices.endsAt,
    createdAt: platformNotices.createdAt,
  })
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
