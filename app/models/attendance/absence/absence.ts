import type { FreeTime } from "~/models/teaching/session/clash"
import { countOf } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

// A teacher is away, and each of their lessons gets a substitute, another time, or is canceled; "leave" decides nothing
// yet. What that does to money and credits is shown before it is saved. Safe in the browser.

export const lessonChoices = ["substitute", "move", "cancel", "leave"] as const
export type LessonChoice = (typeof lessonChoices)[number]
/** What changes a lesson. */
export type Decision = Exclude<LessonChoice, "leave">

/** So many lessons are arranged while the person waits; more of them become a task. */
export const lessonsAtOnce = 25

/** Sent in place of a teacher's id: a lesson of several teachers goes on without a substitute. */
export const noSubstitute = "nobody"

/** What a teacher is paid for a lesson: an amount in minor units, a share of what families are charged, or no rate is set. */
export type LessonPay = { kind: "amount"; minor: number } | { kind: "share" } | { kind: "unset" }

/** "paid $17.00", after a name. */
export function payText(pay: LessonPay, currency: string): string {
  if (pay.kind === "amount") return `paid ${formatMoney(pay.minor, currency)}`
  return pay.kind === "share" ? "paid a share of the charges" : "no pay rate"
}

/** Who could teach instead, the best first, with reasons. */
export type Substitute = {
  teacherId: string
  name: string
  /** "teaches piano, has taught Amara" */
  reasons: string
  /** What they are paid for this lesson; null for those who don’t see it. */
  pay: LessonPay | null
  /** The lesson is within their teaching hours. */
  isInHours: boolean
  /** Good enough to be suggested: teaches the instrument, within their hours. */
  isSuggested: boolean
}

/** Who gives a lesson with the teacher who is away; there is none where it is that teacher's own. */
export type Beside = { ids: string[]; names: string }

/**
 * When a lesson could be instead, and who of its students isn't enrolled then.
 * `isAsked`: someone who gives it has asked for time off then, which isn't answered yet.
 */
export type NewTime = FreeTime & { leftOut: { id: string; name: string }[]; isAsked?: boolean }

export type AbsentLesson = {
  id: string
  title: string
  className: string
  date: string
  startTime: string
  minutes: number
  teacherId: string | null
  roomId: string | null
  roomName: string | null
  beside: Beside | null
  students: { id: string; name: string; firstName: string }[]
  /** What families would be charged for it, in minor units; null where no lesson is charged by itself. */
  chargeMinor: number | null
  isCharged: boolean
  /** What the teacher who is away is paid when they give it; null for those who don’t see it. */
  teacherPay: LessonPay | null
  substitutes: readonly Substitute[]
  times: readonly NewTime[]
  /** What canceling it gives: how many credits, and until when. */
  credits: { count: number; until: string } | null
  /** Until when each make-up credit that was spent on a spot in it would be available again if it is canceled. */
  reopened: { studentId: string; until: string }[]
}

/** What someone chose for a lesson: who teaches (`by`) and why outside their hours, or when it is (`at`, see `slotValue`). */
export type Chosen = {
  choice: LessonChoice
  by?: string | undefined
  at?: string | undefined
  hoursReason?: string | undefined
}
export type Choices = Record<string, Chosen>

export type Totals = {
  substitute: number
  without: number
  move: number
  cancel: number
  leave: number
  notChargedMinor: number
  credits: number
  substitutePayMinor: number
}

/** What the choices come to, all lessons together. */
export function totalsOf(lessons: readonly AbsentLesson[], choices: Choices): Totals {
  const totals: Totals = {
    substitute: 0,
    without: 0,
    move: 0,
    cancel: 0,
    leave: 0,
    notChargedMinor: 0,
    credits: 0,
    substitutePayMinor: 0,
  }
  for (const lesson of lessons) {
    const { choice, by } = choices[lesson.id] ?? { choice: "leave" }
    totals[choice === "substitute" && by === noSubstitute ? "without" : choice] += 1
    if (choice === "cancel") {
      totals.notChargedMinor += lesson.chargeMinor ?? 0
      totals.credits += lesson.credits?.count ?? 0
    }
    const pay = choice === "substitute" && lesson.substitutes.find(({ teacherId }) => teacherId === by)?.pay
    if (pay && pay.kind === "amount") totals.substitutePayMinor += pay.minor
  }
  return totals
}

/** How many lessons have a substitute outside their hours: that needs a reason. */
export const countOutsideHours = (lessons: readonly AbsentLesson[], choices: Choices): number =>
  lessons.filter(({ id, substitutes }) => {
    const { choice, by } = choices[id] ?? { choice: "leave" }
    return choice === "substitute" && substitutes.some((one) => one.teacherId === by && !one.isInHours)
  }).length

/** How many lessons the choices change. */
export const arrangedCount = ({ substitute, without, move, cancel }: Totals): number =>
  substitute + without + move + cancel

/** "12 substitutes, 5 moved, 3 canceled." and "$108.00 not charged. Substitutes are paid $261.00." */
export function totalsText(totals: Totals, currency: string): { lead: string; rest: string } {
  const parts = [
    totals.substitute ? countOf(totals.substitute, "substitute") : "",
    totals.without ? `${totals.without} without a substitute` : "",
    totals.move ? `${totals.move} moved` : "",
    totals.cancel ? `${totals.cancel} canceled` : "",
    totals.leave ? `${totals.leave} left for later` : "",
  ].filter(Boolean)
  const money = [
    totals.notChargedMinor ? `${formatMoney(totals.notChargedMinor, currency)} not charged` : "",
    totals.credits ? countOf(totals.credits, "make-up credit") : "",
  ].filter(Boolean)
  return {
    lead: `${parts.join(", ")}.`,
    rest: [
      money.length ? `${money.join(", ")}.` : "",
      totals.substitutePayMinor
        ? `Substitutes are paid ${formatMoney(totals.substitutePayMinor, currency)}.`
        : "",
    ]
      .filter(Boolean)
      .join(" "),
  }
}

/** The choices as one text: a form that shows other effects than its choices have is shown again before it is saved. */
export const choicesText = (lessons: readonly { id: string }[], choices: Choices): string =>
  lessons
    .map(({ id }) => {
      const { choice, by, at } = choices[id] ?? { choice: "leave" }
      return [id, choice, choice === "substitute" ? by : choice === "move" ? at : ""].join("~")
    })
    .join("|")

/** What the page begins with: a substitute who fits, else the nearest time, else nothing decided. */
export function suggestedChoice(
  { substitutes, beside, times }: AbsentLesson,
  at: string | undefined,
): Chosen {
  const [first] = substitutes
  const by = first?.teacherId
  if (first?.isSuggested) return { choice: "substitute", by, at }
  if (beside !== null) return { choice: "substitute", by: noSubstitute, at }
  if (at && !times[0]?.isAsked) return { choice: "move", by, at }
  return { choice: "leave", by, at }
}
