import { pageOf } from "~/utils/page-number"

// A school's timeline as the platform's staff read it: everything between it and us, in one order of time. Safe in the
// browser.

export const timelineKinds = ["payment", "activity", "chat", "message", "case", "email", "act"] as const
export type TimelineKind = (typeof timelineKinds)[number]

export const timelineLabels: Record<TimelineKind, { one: string; many: string }> = {
  payment: { one: "Payment", many: "Payments" },
  activity: { one: "Activity", many: "Activity" },
  chat: { one: "Chat", many: "Chats" },
  message: { one: "Message", many: "Messages" },
  case: { one: "Case", many: "Cases" },
  email: { one: "Email", many: "Emails" },
  act: { one: "Staff action", many: "Staff actions" },
}

/** What only who answers support reads: it has what people wrote, and their names. */
export const supportKinds: readonly TimelineKind[] = ["chat", "message", "email"]

export type TimelineFilter = { show: TimelineKind | "all"; page: number }

export function readTimelineQuery(query: URLSearchParams): TimelineFilter {
  return {
    show: timelineKinds.find((kind) => kind === query.get("show")) ?? "all",
    page: pageOf(query),
  }
}
