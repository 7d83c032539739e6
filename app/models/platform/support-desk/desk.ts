// What arrives at the platform's staff: support chats, contact messages, demo requests; one queue of three kinds.

export const matterKinds = ["chat", "contact", "demo"] as const
export type MatterKind = (typeof matterKinds)[number]

export const matterStates = ["waiting", "answered", "closed"] as const
export type MatterState = (typeof matterStates)[number]

export const stateLabels: Record<MatterState, string> = {
  waiting: "Waiting",
  answered: "Answered",
  closed: "Closed",
}

export const kindLabels: Record<MatterKind, { one: string; many: string }> = {
  chat: { one: "Chat", many: "Chats" },
  contact: { one: "Contact message", many: "Contact messages" },
  demo: { one: "Demo request", many: "Demo requests" },
}

export type Matter = {
  kind: MatterKind
  id: string
  state: MatterState
  /** Who wrote. */
  name: string
  /** Their school, as far as it is known. */
  schoolName: string | null
  /** The beginning of what they wrote. */
  about: string
  /** The start of its current state, UTC ms: waiting since, else the last message. */
  at: number
  assigneeName: string | null
}

/** One of the staff, to whom a matter can be given. */
export type StaffMember = { userId: string; name: string }

export type DeskFilter = {
  kind: MatterKind | "all"
  state: MatterState | "all"
  /** Whose: everyone's, the reader's own, no one's. */
  whose: "all" | "mine" | "nobody"
}

export const plainFilter: DeskFilter = { kind: "all", state: "waiting", whose: "all" }

const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null,
  otherwise: Value,
): Value => values.find((value) => value === text) ?? otherwise

/** Filter and page (from 1) from an address; unknown values are ignored. */
export function readDeskQuery(search: URLSearchParams): { filter: DeskFilter; page: number } {
  const page = Number(search.get("page") ?? "1")
  return {
    filter: {
      kind: oneOf(["all", ...matterKinds], search.get("kind"), plainFilter.kind),
      state: oneOf(["all", ...matterStates], search.get("state"), plainFilter.state),
      whose: oneOf(["all", "mine", "nobody"], search.get("whose"), plainFilter.whose),
    },
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** The parameters of an address, the plain ones left out. */
export function writeDeskQuery({ filter, page = 1 }: { filter: DeskFilter; page?: number }) {
  return {
    kind: filter.kind === plainFilter.kind ? undefined : filter.kind,
    state: filter.state === plainFilter.state ? undefined : filter.state,
    whose: filter.whose === plainFilter.whose ? undefined : filter.whose,
    page: page === 1 ? undefined : String(page),
  }
}

/** Characters of one answer. */
export const longestAnswer = 5000
