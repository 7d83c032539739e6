// The reasons the office gave for a lesson: why it takes place despite a clash, a closure or a teacher's hours, and why attendance
// that was locked was corrected. Safe in the browser.

export type LessonReason = {
  id: string
  /** "Scheduled anyway: Both families agreed" */
  text: string
  /** Who gave it and when, in the school's time zone; null for what came with its weekly time. */
  from: string | null
}

type Facts = { accepted?: string | null; reason?: string | null; name?: string }

const ofSomeone = ({ name }: Facts) => (name ? ` for ${name}` : "")

const labels: Record<string, (facts: Facts) => string> = {
  add: () => "Scheduled anyway",
  move: () => "Scheduled anyway",
  restore: () => "Scheduled anyway",
  keep: () => "Kept as it is",
  "replace-co-teacher": () => "Teacher chosen anyway",
  "explain-correction": () => "Attendance corrected",
  "ask-for-correction": (facts) => `Correction requested${ofSomeone(facts)}`,
  "decline-correction": (facts) => `Correction declined${ofSomeone(facts)}`,
}

/** What is given a reason. */
export const reasonedVerbs = Object.keys(labels)

export const reasonOf = ({ accepted, reason }: Facts): string | null => accepted || reason || null

/** An event with its reason; null where it has none. */
export function reasonText(verb: string, facts: Facts): string | null {
  const reason = reasonOf(facts)
  return reason && `${(labels[verb] ?? (() => "Reason"))(facts)}: ${reason}`
}

/** The same of a reason that no event of the lesson has. */
export const standingText = (reason: string): string => `Scheduled anyway: ${reason}`
