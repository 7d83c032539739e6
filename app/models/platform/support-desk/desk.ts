import { matterPriorities } from "db/schema/choices"
import type { HandOverRole } from "~/models/foundation/access/staff-permissions"
import { pageOf } from "~/utils/page-number"

// What arrives at the platform's staff: support chats, contact messages, demo requests; one queue of three kinds.

export const matterKinds = ["chat", "contact", "demo"] as const
export type MatterKind = (typeof matterKinds)[number]

export const matterStates = ["waiting", "snoozed", "answered", "closed"] as const
export type MatterState = (typeof matterStates)[number]

export const stateLabels: Record<MatterState, string> = {
  waiting: "Waiting",
  snoozed: "Snoozed",
  answered: "Answered",
  closed: "Closed",
}

export const kindLabels: Record<MatterKind, { one: string; many: string }> = {
  chat: { one: "Chat", many: "Chats" },
  contact: { one: "Contact message", many: "Contact messages" },
  demo: { one: "Demo request", many: "Demo requests" },
}

export { matterPriorities }
export type MatterPriority = (typeof matterPriorities)[number]

export const priorityLabels: Record<MatterPriority, string> = {
  urgent: "Urgent",
  normal: "Normal",
  low: "Low",
}

/** Within how many hours someone who waits is answered; after that the matter is late. */
export const answerWithinHours: Record<MatterPriority, number> = { urgent: 4, normal: 24, low: 72 }

/** For how many hours a matter is put aside. */
export const snoozeChoices = { "4": "4 hours", "24": "1 day", "72": "3 days", "168": "1 week" } as const
export type SnoozeHours = keyof typeof snoozeChoices

/** Most tags of one matter. */
export const mostTags = 5

/** Tags as they are typed, separated by commas or blanks: lower case, each once. */
export const readTags = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/[\s,]+/))].filter((tag) => tag !== "")

export type Matter = {
  kind: MatterKind
  id: string
  state: MatterState
  /** Who wrote. */
  name: string
  /** Their school, as far as it is known. */
  schoolName: string | null
  schoolId: string | null
  priority: MatterPriority
  tags: string[]
  /** Waiting for longer than its priority allows. */
  isLate: boolean
  /** The beginning of what they wrote. */
  about: string
  /** The start of its current state, UTC ms: waiting since, else the last message. */
  at: number
  assigneeName: string | null
  /** The role beside Support that answers it. */
  handedTo: HandOverRole | null
  /** Whether the address is proven to be the writer's. */
  isProven: boolean
}

/** One of the staff, to whom a matter can be given; who isn’t Support gets it in the role it is handed to. */
export type StaffMember = { userId: string; name: string; role: HandOverRole | null }

/** What the form says for everyone with a role. */
export const anyoneWith = (role: HandOverRole) => `role:${role}`

export type DeskFilter = {
  kind: MatterKind | "all"
  state: MatterState | "all"
  /** Whose: everyone's, the reader's own, no one's, or another role's. */
  whose: "all" | "mine" | "nobody" | "handed"
  priority: MatterPriority | "all"
  /** Words in what was written, by whom, in which school, or a tag. */
  search: string
}

export const plainFilter: DeskFilter = {
  kind: "all",
  state: "waiting",
  whose: "all",
  priority: "all",
  search: "",
}

const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null,
  otherwise: Value,
): Value => values.find((value) => value === text) ?? otherwise

/** Filter and page (from 1) from an address; unknown values are ignored. */
export function readDeskQuery(search: URLSearchParams): { filter: DeskFilter; page: number } {
  return {
    filter: {
      kind: oneOf(["all", ...matterKinds], search.get("kind"), plainFilter.kind),
      state: oneOf(["all", ...matterStates], search.get("state"), plainFilter.state),
      whose: oneOf(["all", "mine", "nobody", "handed"], search.get("whose"), plainFilter.whose),
      priority: oneOf(["all", ...matterPriorities], search.get("priority"), plainFilter.priority),
      search: (search.get("search") ?? "").trim().slice(0, 100),
    },
    page: pageOf(search),
  }
}

/** The parameters of an address, the plain ones left out. */
export const writeDeskQuery = (filter: DeskFilter) => ({
  kind: filter.kind === plainFilter.kind ? undefined : filter.kind,
  state: filter.state === plainFilter.state ? undefined : filter.state,
  whose: filter.whose === plainFilter.whose ? undefined : filter.whose,
  priority: filter.priority === plainFilter.priority ? undefined : filter.priority,
  search: filter.search || undefined,
})

/** A length of time in its largest unit, such as "3 h". */
export function waitText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

/** Characters of the note with which a matter is handed over. */
export const longestHandNote = 500

/** Characters of one answer. */
export const longestAnswer = 5000
