// The room left in the school's plan, and the refusal of a row when there is none.
import type { RowIssue } from "./roster-issues"

export type PlanRoom = {
  /** Spots left; null is no limit. Leads and former students don't count. */
  teachers: number | null
  students: number | null
  /** For the refusal's text; without it the refusal names no numbers. */
  plan?: { name: string; teacherLimit: number | null; studentLimit: number | null }
}

/** Why this student cannot be added. */
export function studentRefusal(room: PlanRoom, name: string): RowIssue {
  const used = limitText(room.plan?.studentLimit, room.students, "students", room.plan?.name)
  const message = `${used} Upgrade to add ${name}, or mark a student as former first.`
  return { field: null, code: "student-limit", message, value: name }
}

/** Why the teacher of this row cannot be added. */
export function teacherRefusal(room: PlanRoom, name: string): RowIssue {
  const used = limitText(room.plan?.teacherLimit, room.teachers, "teachers", room.plan?.name)
  const message = `${used} Upgrade to add ${name}, choose one of your teachers instead, or leave the name out.`
  return { field: "teacher", code: "teacher-limit", message, value: name }
}

function limitText(
  limit: number | null | undefined,
  left: number | null,
  noun: "students" | "teachers",
  plan: string | undefined,
): string {
  if (limit === null || limit === undefined || left === null || !plan) {
    return `Your plan has no room for more ${noun}.`
  }
  const taken = left > 0 ? `, and the rows above use the last ${left}` : ""
  return `You have ${limit - left} of ${limit} ${noun} on ${plan}${taken}.`
}
