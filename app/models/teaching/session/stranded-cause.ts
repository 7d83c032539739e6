// Why a lesson can't stay where it is. Safe in the browser.

export const strandedCauses = ["leave", "hours", "closure", "room", "teacher"] as const
export type StrandedCause = (typeof strandedCauses)[number]

export const causeLabels: Record<StrandedCause, string> = {
  leave: "The teacher is away",
  hours: "Outside the teacher’s hours",
  closure: "The school is closed",
  room: "The room is archived",
  teacher: "No teacher",
}
