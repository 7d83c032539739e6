import { count } from "./sentence-parts"

// How teachers’ absences and requests for time off read in a school’s activity. Safe in the browser.

type Arranged = { name?: string; lessons: number }

export const timeOffSentences = {
  "time-off.arrange": ({ name, lessons }: Arranged) =>
    `arranged ${count(lessons, "lesson")} while ${name ?? "a teacher"} is away`,
  "time-off.undo-arrangement": ({ name, lessons }: Arranged) =>
    `undid what was arranged for ${count(lessons, "lesson")} of ${name ?? "a teacher"}`,
  "time-off.record": () => "recorded an absence",
  "time-off.change": () => "changed an absence",
  "time-off.approve": () => "approved time off",
  "time-off.decline": () => "declined time off",
  "time-off.request": () => "requested time off",
  "time-off.restore": () => "restored time off that was canceled",
  "time-off.withdraw": () => "withdrew a time-off request",
} satisfies Record<string, (after: never, before: never) => string>
