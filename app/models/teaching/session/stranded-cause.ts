// Why a lesson can't stay where it is. No name is part of another: what is kept despite some is looked up by name. Safe in
// the browser.

export const strandedCauses = [
  "leave",
  "co-away",
  "hours",
  "co-times",
  "closure",
  "room",
  "teacher",
  "site",
  "buffer",
] as const
export type StrandedCause = (typeof strandedCauses)[number]

/** Where another teacher would help: who goes on beside a co-teacher isn't replaced. */
export const ownTeachersCauses: readonly string[] = ["leave", "hours", "teacher", "site"]

export const causeLabels: Record<StrandedCause, string> = {
  leave: "The teacher is away",
  "co-away": "A co-teacher is away",
  hours: "Outside the teacher’s hours",
  "co-times": "Outside a co-teacher’s hours",
  closure: "The school is closed",
  room: "The room is archived",
  teacher: "No teacher",
  site: "Too little time between sites",
  buffer: "Too little time between lessons in the room",
}
