import { countOf, formatDate } from "~/utils/formats"

// What happens to each of many classes that end, or get another teacher or room, and why nothing does.

export const manyClasses = {
  gone: "This class no longer exists.",
  "ends-already": "Has ended already.",
  over: "Has ended.",
  "has-it": "Has this already.",
  full: "Has fewer spots than students.",
  "changed-again": "Was changed again.",
}

export const endsOn = (day: string) => `Ends ${formatDate(day, "medium")} already.`

export const endEffect = (students: number, lessons: number) =>
  `${countOf(students, "student")} unenrolled, ${countOf(lessons, "lesson")} deleted`

export const studentsBack = (students: number, left: string | null) => {
  const back = `${countOf(students, "student")} back`
  return left ? `${back}. ${left}` : back
}

/** "4 upcoming lessons updated", and which of them have no teacher. */
export const lessonsUpdated = (lessons: number, left: string | null = null) => {
  const updated = `${countOf(lessons, "upcoming lesson")} updated`
  return left ? `${updated}. ${left}` : updated
}

/** Why a choice of a teacher or room can't be carried out, by field. */
export const assignRefusals = {
  nothing: { teacherId: "Choose a teacher or a room." },
  "from-whom": { teacherFrom: "Choose the teacher who takes over on that day." },
  past: { teacherFrom: "Enter today or a later day." },
}

type Names = { was: string | null; next: string | null }

/** "Anna Vogel → Farid Haddad from Dec 1, 2026, Hall → Studio"; without what stays. */
export const assignText = (teacher: Names | null, from: string | undefined, room: Names | null): string =>
  [
    teacher &&
      `${teacher.was ?? "No teacher"} → ${teacher.next ?? "no teacher"}${from ? ` from ${formatDate(from, "medium")}` : ""}`,
    room && `${room.was ?? "No room"} → ${room.next ?? "no room"}`,
  ]
    .filter(Boolean)
    .join(", ")
