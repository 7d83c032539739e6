import { paths } from "~/utils/paths"

// A learner is a student as seen by the people who may follow their learning: office, teachers, family. Safe in the browser.

export type Learner = {
  readonly id: string
  readonly firstName: string
  readonly name: string
  readonly instrument: string | null
  readonly level: string | null
}

/** The area from which a student's learning page is opened. */
export type LearningArea = "office" | "teacher"

export const learningViews = ["skills", "pieces", "tasks", "notes", "reports"] as const
export type LearningView = (typeof learningViews)[number]

/** The address of a view of that page. */
export const learningPath = (
  area: LearningArea,
  studentId: string,
  { view, ...rest }: { view?: LearningView; instrument?: string; page?: string } = {},
): string =>
  (area === "office" ? paths.studentSkills : paths.teacherStudentSkills)(studentId, {
    view: view === "skills" ? undefined : view,
    ...rest,
  })
