import { count, dated, named } from "./sentence-parts"

// How the events of the school's closures and of their emails read in its activity. Safe in the browser.

type Days = { name: string; startsOn: string; endsOn: string }
type Told = { name?: string; lessons: number }

const aboutLessons = ({ name, lessons }: Told) => `${count(lessons, "lesson")} of ${named("closure", name)}`

export const closureSentences = {
  "closure.add": ({ name, startsOn }: Days) =>
    `added ${named("closure", name)}${dated("starting", startsOn)}`,
  "closure.hold": (after: Told) => `held the emails about ${aboutLessons(after)}`,
  "closure.silence": (after: Told) => `decided to send no emails about ${aboutLessons(after)}`,
  "closure.tell": (after: Told) => `sent the emails about ${aboutLessons(after)}`,
  "closure.undo": ({ lessons }: { lessons: number }, { name }: Days) =>
    `undid ${named("closure", name)} and restored ${count(lessons, "lesson")}`,
  "closure.remove": (_: unknown, { name }: Days) => `removed ${named("closure", name)}`,
} satisfies Record<string, (after: never, before: never) => string>
