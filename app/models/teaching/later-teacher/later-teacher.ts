// Who has a class from when on. Safe in the browser.

/** From this day on (2026-11-25) a class has another teacher of its own, or none yet. */
export type LaterTeacher = { teacherId: string | null; from: string }

/** A class's own teacher, and who it is from a later day on. */
export type Taught = { teacherId: string | null; later: LaterTeacher | null }

/** Whose a class is on a day. */
export const teacherOn = ({ teacherId, later }: Taught, date: string): string | null =>
  later && later.from <= date ? later.teacherId : teacherId
