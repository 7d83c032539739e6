import { paths } from "~/utils/paths"

// A student as whoever may follow their learning sees them: the office, their teachers, their family. Safe in the browser.

export type Learner = {
  readonly id: string
  readonly firstName: string
  readonly name: string
  readonly instrument: string | null
  readonly level: string | null
}

/** From which area the page about somebody's learning is opened. */
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
