import { z } from "zod"

const id = z.string().max(64)

/** Who takes each class of a teacher who leaves; an empty choice leaves the class without one for now. */
export const DeactivateTeacherForm = z.object({ class: z.record(id, id).default({}) })

/** The chosen teacher by class; null where the class waits for one. */
export const takersOf = (form: z.output<typeof DeactivateTeacherForm>): Map<string, string | null> =>
  new Map(Object.entries(form.class).map(([classId, teacherId]) => [classId, teacherId || null]))
