/** A lesson as marking its whole day would take it: who is present, and who isn't by an absence notice. */
export type DayMarkingLesson = {
  id: string
  title: string
  range: string
  present: string[]
  others: { name: string; code: "excused" | "absent" }[]
}

/** What marking a day would do; lessons with attendance and those that are still to come are left out. */
export type DayMarking = { lessons: DayMarkingLesson[]; taken: number; later: number }
