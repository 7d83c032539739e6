// What of a member's lessons a calendar shows. The choice is part of the feed's address, so that one person can have a
// calendar for each child. Safe in the browser.

export type FeedContent = {
  withCancelled: boolean
  /** One child of a family. */
  studentId?: string
  /** Of a teacher's lessons: one-to-one, trial lessons among them, or groups. */
  kind?: "private" | "groups"
}

export const everything: FeedContent = { withCancelled: true }

/** What an address asks for; what it doesn't know is left out. */
export function readFeedContent(search: URLSearchParams): FeedContent {
  const kind = (["private", "groups"] as const).find((known) => known === search.get("lessons"))
  return {
    withCancelled: search.get("canceled") !== "hide",
    studentId: search.get("student") || undefined,
    kind,
  }
}

/** The same as it appears in an address. */
export function writeFeedContent({ withCancelled, studentId, kind }: FeedContent): string {
  const search = new URLSearchParams()
  if (studentId) search.set("student", studentId)
  if (kind) search.set("lessons", kind)
  if (!withCancelled) search.set("canceled", "hide")
  const text = search.toString()
  return text && `?${text}`
}
