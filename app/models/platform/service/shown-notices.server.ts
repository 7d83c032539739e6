import { now } from "~/utils/clock.server"
import { formatInstant } from "~/utils/zones"
import { noticeText, type ShownNotice } from "./notice"
import { findReadOnly, listNotices } from "./notice.server"

// Notices as a reader reads them: with the times of their own zone.

const writerFor = (zone: string | undefined) => (ms: number) =>
  zone === undefined ? `${formatInstant(ms, "UTC")} UTC` : formatInstant(ms, zone)

/** What stands above every page, for a reader in a zone; without one in UTC. */
export const shownNotices = (zone?: string): ShownNotice[] =>
  listNotices().map((notice) => ({ id: notice.id, ...noticeText(notice, now(), writerFor(zone)) }))

/** What a refused save is answered with; undefined while saving is on. */
export function findReadOnlyText(): { text: string } | undefined {
  const readOnly = findReadOnly()
  return readOnly && { text: noticeText(readOnly, now(), writerFor(undefined)).text }
}
