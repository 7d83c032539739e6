import { now } from "~/utils/clock.server"
import { formatInstant } from "~/utils/zones"
import { findSavingBlock } from "../abuse/block.server"
import { noticeText, type ShownNotice } from "./notice"
import { findReadOnly, listNotices } from "./notice.server"

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
