// What a member of the office may do beside the administrator. A right is given by name; some include others. Safe in
// the browser.
import { joinNames } from "~/utils/names"

export const rights = [
  "see-people",
  "people",
  "see-calendar",
  "calendar",
  "prices",
  "payments",
  "invoices",
  "messages",
  "reports",
  "settings",
] as const
export type Right = (typeof rights)[number]

export const rightLabels: Record<Right, { label: string; about: string }> = {
  "see-people": {
    label: "See students and families",
    about: "Records, contacts and portal access.",
  },
  people: { label: "Change students and families", about: "Add, edit, invite, and change status." },
  "see-calendar": {
    label: "See classes and schedule",
    about: "Classes, the schedule and attendance.",
  },
  calendar: {
    label: "Change classes and schedule",
    about: "Plan and move lessons, take attendance, arrange absences.",
  },
  prices: {
    label: "See prices and balances",
    about: "What lessons cost, invoices, payments, expenses and what families owe.",
  },
  payments: {
    label: "Take payments",
    about: "Record, refund and reverse payments, use account credit, and enter expenses.",
  },
  invoices: { label: "Invoice", about: "Send, correct and void invoices, and send reminders." },
  messages: { label: "Write to everyone", about: "Message families and teachers for the office." },
  reports: { label: "See reports", about: "Analytics with students, attendance and income." },
  settings: { label: "Change settings", about: "School, rooms, closures, prices and attendance rules." },
}

/** What a right needs to be of use. The forms ask for it: no member gets a right that wasn't checked. */
const included: Partial<Record<Right, readonly Right[]>> = {
  people: ["see-people"],
  "see-calendar": ["see-people"],
  calendar: ["see-calendar", "see-people"],
  payments: ["prices"],
  invoices: ["prices"],
  reports: ["prices"],
  settings: ["prices"],
}

/** The rights chosen with all that they include, in the order of the list. */
export function wholeRights(chosen: readonly Right[]): Right[] {
  const all = new Set(chosen.flatMap((right) => [right, ...(included[right] ?? [])]))
  return rights.filter((right) => all.has(right))
}

/** The other rights that one needs, for its hint. */
export const rightsWith = (right: Right): readonly Right[] => included[right] ?? []

/** What to change where a right was chosen without one that it needs; undefined when all fit together. */
export function missingRights(chosen: readonly Right[]): string | undefined {
  const texts = chosen.flatMap((right) => {
    const missing = rightsWith(right).filter((needed) => !chosen.includes(needed))
    if (missing.length === 0) return []
    const name = nameOf(right)
    return [`To keep ${name} checked, also check ${joinNames(missing.map(nameOf))}.`]
  })
  return texts.length > 0 ? texts.join(" ") : undefined
}

const nameOf = (right: Right) => `“${rightLabels[right].label}”`

/** The rights as the member stores them: separated by commas; unknown ones are dropped. */
export function readRights(stored: string): Right[] {
  const names = stored.split(",")
  return rights.filter((right) => names.includes(right))
}

export const presets = ["front-desk", "bookkeeping", "teaching-lead", "read-only"] as const
export type Preset = (typeof presets)[number]

export const presetRights: Record<Preset, readonly Right[]> = {
  "front-desk": wholeRights(["people", "calendar", "payments", "messages"]),
  bookkeeping: wholeRights(["payments", "invoices", "reports"]),
  "teaching-lead": wholeRights(["calendar", "messages"]),
  "read-only": wholeRights(["see-people", "see-calendar", "reports"]),
}

export const presetLabels: Record<Preset, { label: string; about: string }> = {
  "front-desk": { label: "Front desk", about: "Students, schedule, payments and messages" },
  bookkeeping: { label: "Bookkeeping", about: "Invoices, payments and reports" },
  "teaching-lead": {
    label: "Teaching lead",
    about: "Classes, schedule, attendance and messages, without prices",
  },
  "read-only": { label: "Read only", about: "Sees records, schedule and reports, changes nothing" },
}

/** The preset that gives exactly these rights. */
export function presetOf(given: readonly Right[]): Preset | undefined {
  const sorted = rights.filter((right) => given.includes(right)).join(",")
  return presets.find((preset) => presetRights[preset].join(",") === sorted)
}

/** What a member's rights are called in a list. */
export function rightsText(given: readonly Right[]): string {
  const preset = presetOf(given)
  if (preset) return presetLabels[preset].label
  const shown = given.filter((right) => !given.some((other) => rightsWith(other).includes(right)))
  return shown.map((right) => rightLabels[right].label).join(", ") || "No rights yet"
}

/** A member as they act by their rights: a teacher for the whole school, like the office. */
export const actingOf = <M extends { role: string; rights: string }>(member: M) => {
  const given = readRights(member.rights)
  const role: M["role"] | "office" = member.role === "teacher" && given.length > 0 ? "office" : member.role
  return { ...member, role, rights: given }
}
