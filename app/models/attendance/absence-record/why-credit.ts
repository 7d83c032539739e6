import type { SeatTerms } from "~/models/teaching/credit/seat-terms"
import type { Excuse, SeatKind } from "~/models/teaching/seat/seat"
import { countOf, formatDate } from "~/utils/formats"

// Why an absence has a make-up credit or none: the school's rule and its figures, in a sentence for office and family.
// Safe in the browser.

export type AbsenceFacts = {
  kind: SeatKind
  /** How long before the lesson the notice came, in ms; negative after its start. Null without a notice. */
  noticeMs: number | null
  /** Whether the notice counts as reported in time, excuses included. */
  counts: boolean
  excusedBy: Excuse | null
  /** The status it has or that attendance will suggest, and whether that status earns credits. */
  statusLabel: string
  earns: boolean
  noticeHours: number
  /** Credits of the term: how many a student can earn, and how many they earned by other absences. Null without a limit. */
  cap: { most: number; earned: number } | null
  /** Late absences of the term that count as reported in time, and how many were used. */
  allowance: { most: number; used: number }
  credit: {
    until: string
    usedOn: string | null
    isExpired: boolean
    isRevoked: boolean
    isDenied: boolean
    reason: string | null
  } | null
}

export type CreditAnswer = { hasCredit: boolean; text: string }

/** The answer for an absence: its credit, or the first rule that stands in the way. */
export function whyCredit(facts: AbsenceFacts): CreditAnswer {
  const { credit } = facts
  if (credit && !credit.isRevoked)
    return { hasCredit: true, text: `${creditText(credit)}${excuseText(facts)}` }
  return { hasCredit: false, text: whyNone(facts) }
}

function creditText({ usedOn, until, isExpired }: NonNullable<AbsenceFacts["credit"]>): string {
  if (usedOn) return `1 make-up credit, used ${formatDate(usedOn, "short")}.`
  return `1 make-up credit, ${isExpired ? "expired" : "use by"} ${formatDate(until, "medium")}.`
}

function excuseText({ excusedBy, allowance }: AbsenceFacts): string {
  if (excusedBy === "illness") return " It was late, but counts as reported in time: illness with a note."
  if (excusedBy === "allowance")
    return ` It was late, but counts as reported in time: ${used(allowance)} late absences of the term.`
  return ""
}

const used = ({ used: n, most }: AbsenceFacts["allowance"]) => `${n} of ${most}`

/** The reason there is no credit. Every absence without one has exactly one. */
function whyNone(facts: AbsenceFacts): string {
  const { credit, kind, cap } = facts
  if (credit?.isDenied)
    return `No credit: the school revoked it${credit.reason ? ` (${credit.reason})` : ""}.`
  if (kind === "trial" || kind === "visitor") return "No credit: trial lessons and guests don’t earn any."
  const notice = noticeReason(facts)
  if (!facts.earns)
    return notice
      ? `No credit: ${notice} It counts as “${facts.statusLabel},” which earns none.`
      : `No credit: ${quoted(facts)} earns none under the attendance rules.`
  if (cap && cap.earned >= cap.most)
    return `No credit: ${cap.earned} of ${cap.most} credits of the term are earned.`
  if (credit?.reason) return `No credit: it was revoked (${credit.reason}).`
  return notice
    ? `No credit: ${notice}`
    : `No credit: attendance was taken when ${quoted(facts)} earned none.`
}

/** The same for an absence that isn't reported yet, as the end of a sentence; null where nothing is known. */
export function whyNoneYet(
  terms: Pick<SeatTerms, "kind" | "isDenied" | "isCapReached" | "madeUpOn">,
  outcome: { label: string; issuesCredit: boolean },
  { cap, isLate }: { cap: number | null; isLate: boolean },
): string | null {
  if (terms.isDenied) return "the school revoked the credit for this lesson."
  if (terms.madeUpOn) return "this lesson is already made up."
  if (terms.kind === "trial" || terms.kind === "visitor") return "trial lessons and guests don’t earn any."
  if (!outcome.issuesCredit)
    return isLate
      ? `late notice counts as “${outcome.label},” which earns none.`
      : `“${outcome.label}” earns none under the attendance rules.`
  return terms.isCapReached && cap !== null ? `all ${cap} credits of the term are earned.` : null
}

const quoted = ({ statusLabel }: AbsenceFacts) => `“${statusLabel}”`

/** What was wrong with the notice, with the rule's figures; nothing where it counts. */
function noticeReason({ noticeMs, counts, noticeHours, allowance }: AbsenceFacts): string | null {
  if (counts) return null
  const rule =
    noticeHours === 0
      ? "the school asks for notice before the lesson"
      : `the school asks for ${countOf(noticeHours, "hour")}`
  const lates = allowance.most > 0 ? ` All ${used(allowance)} late absences of the term are used.` : ""
  if (noticeMs === null) return `no absence was reported, and ${rule}.`
  if (noticeMs < 0) return `it was reported after the lesson started, and ${rule}.${lates}`
  return `it was reported ${beforeText(noticeMs)} before the lesson, and ${rule}.${lates}`
}

/** "3 hours", "45 minutes". */
function beforeText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 60 ? countOf(minutes, "minute") : countOf(Math.floor(minutes / 60), "hour")
}
