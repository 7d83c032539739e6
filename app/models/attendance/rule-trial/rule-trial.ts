import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Period } from "~/models/foundation/term/period"
import { lastDayOf } from "~/models/teaching/credit/credit"
import { noticeInTime, type SeatKind } from "~/models/teaching/seat/seat"

// What a term's make-up credits would have been under other rules. A replay of what is recorded: who reported which absence when,
// which status attendance gave, and which credits were used. Statuses that someone chose against the rules of the time stay. A
// credit more counts as not used: no one knows who would have booked. Safe in the browser.

export type TrialRules = {
  noticeHours: number
  lateAllowance: number
  creditCap: number | null
  creditExpiry: "days" | "term" | "next_term"
  creditExpiryDays: number
  /** Whether an illness with a note counts as reported in time. */
  countsIllness: boolean
}

/** One absence of a student in the term, as recorded. Instants in UTC ms. */
export type TrialAbsence = {
  sessionId: string
  date: string
  startsAt: number
  endsAt: number
  kind: SeatKind
  noticeAt: number | null
  excusedBy: "illness" | "allowance" | null
  /**
   * What attendance said, and whether that mark earned a credit; null without attendance. `ownEarns`: whether the school's own
   * status earns one, where it has rules of its own.
   */
  mark: { code: MarkCode; issuesCredit: boolean; ownEarns?: boolean | null } | null
  /** The credit that stands, if any. */
  credit: { earnedAt: number; expiresOn: string; usedAt: number | null; usedOn: string | null } | null
  /** The office gave it a later last day by hand. */
  isExtended: boolean
  /** The office revoked its credit by hand. */
  isDenied: boolean
}

export const trialStates = ["none", "open", "used", "expired"] as const
export type TrialState = (typeof trialStates)[number]
export const trialStateLabels: Record<TrialState, string> = {
  none: "No credit",
  open: "Available",
  used: "Used",
  expired: "Expired",
}

export const trialWhys = ["in-time", "late", "illness", "allowance", "status", "limit", "revoked"] as const
export type TrialWhy = (typeof trialWhys)[number]
export const trialWhyLabels: Record<TrialWhy, string> = {
  "in-time": "Reported in time",
  late: "Reported too late",
  illness: "Illness with a note",
  allowance: "Late absence that counts as reported in time",
  status: "Attendance status",
  limit: "Credit limit of the term reached",
  revoked: "Revoked by the office",
}

export type TrialRow = {
  sessionId: string
  was: TrialState
  would: TrialState
  why: TrialWhy
  until: string | null
}
export type TrialSums = { granted: number; used: number; expired: number }

/** What holds for the school as a whole. */
export type TrialSchool = {
  /** Its rule now: statuses that followed it change with it. */
  now: TrialRules
  terms: readonly Period[]
  /** Whether a status earns a credit, as the attendance rules are now. */
  earns: (code: MarkCode) => boolean
  today: string
}

/** One student's absences of one term under the rules that are tried, in the order they came. */
export function replayTerm(
  absences: readonly TrialAbsence[],
  rules: TrialRules,
  school: TrialSchool,
): TrialRow[] {
  const counted = countNotices(absences, rules)
  let earned = 0
  const would = new Map<TrialAbsence, { at: number; until: string; isUsed: boolean }>()
  const whys = new Map<TrialAbsence, TrialWhy>()
  const inOrder = [...absences].sort((one, other) => earnedAt(one, counted) - earnedAt(other, counted))
  for (const absence of inOrder) {
    const counts = counted.get(absence)
    const verdict = verdictOf(absence, counts, school)
    const isOwed = absence.kind === "make_up" && verdict.code === "cancelled"
    const isCapped = !isOwed && rules.creditCap !== null && earned >= rules.creditCap
    const earns = (isOwed || (isPupil(absence) && verdict.earns && !isCapped)) && !absence.isDenied
    whys.set(absence, whyOf(absence, counts, { ...verdict, isCapped: verdict.earns && isCapped }))
    if (!earns) continue
    earned += 1
    would.set(absence, {
      at: earnedAt(absence, counted),
      until: lastDay(absence, rules, school),
      isUsed: false,
    })
  }
  bookAgain(absences, would)
  return absences.map((absence) => {
    const credit = would.get(absence)
    return {
      sessionId: absence.sessionId,
      was: stateOf(
        absence.credit && { until: absence.credit.expiresOn, isUsed: absence.credit.usedAt !== null },
        school,
      ),
      would: stateOf(credit ?? null, school),
      why: whys.get(absence) ?? "status",
      until: credit?.until ?? null,
    }
  })
}

export const sumOf = (rows: readonly TrialRow[], which: "was" | "would"): TrialSums => ({
  granted: rows.filter((row) => row[which] !== "none").length,
  used: rows.filter((row) => row[which] === "used").length,
  expired: rows.filter((row) => row[which] === "expired").length,
})

type Counts = "in-time" | "illness" | "allowance" | "late"

/** How each notice counts: the term's late allowances go to those reported first. */
function countNotices(absences: readonly TrialAbsence[], rules: TrialRules): Map<TrialAbsence, Counts> {
  let left = rules.lateAllowance
  const counted = new Map<TrialAbsence, Counts>()
  const noticed = absences.filter(({ noticeAt }) => noticeAt !== null)
  for (const absence of noticed.sort((one, other) => (one.noticeAt ?? 0) - (other.noticeAt ?? 0))) {
    const { noticeAt, startsAt, excusedBy } = absence
    if (noticeAt === null) continue
    if (noticeInTime(noticeAt, startsAt, rules.noticeHours)) counted.set(absence, "in-time")
    else if (excusedBy === "illness" && rules.countsIllness) counted.set(absence, "illness")
    else {
      counted.set(absence, left > 0 ? "allowance" : "late")
      left -= 1
    }
  }
  return counted
}

/** The status under the rules that are tried: one that followed from the notice follows it again, any other stays. */
function verdictOf(
  { noticeAt, startsAt, excusedBy, mark }: TrialAbsence,
  counts: Counts | undefined,
  { now, earns }: TrialSchool,
): { code: MarkCode; earns: boolean } {
  // A mark over the limit of its term earned none, though its status would.
  const kept = mark && {
    code: mark.code,
    earns: mark.issuesCredit || (mark.ownEarns ?? earns(mark.code)),
  }
  if (kept && hasOwnRules(mark)) return kept
  if (noticeAt === null || counts === undefined) return kept ?? { code: "present", earns: false }
  const didCount = excusedBy !== null || noticeInTime(noticeAt, startsAt, now.noticeHours)
  const followed = didCount ? "excused" : "absent"
  const code = counts === "late" ? "absent" : "excused"
  if (kept && (kept.code !== followed || kept.code === code)) return kept
  return { code, earns: earns(code) }
}

/** Such a status was chosen by someone: no notice suggests it. */
const hasOwnRules = (mark: TrialAbsence["mark"]): boolean => typeof mark?.ownEarns === "boolean"

function whyOf(
  { noticeAt, mark, isDenied }: TrialAbsence,
  counts: Counts | undefined,
  { code, isCapped }: { code: MarkCode; isCapped: boolean },
): TrialWhy {
  if (isDenied) return "revoked"
  if (isCapped) return "limit"
  if (noticeAt === null || counts === undefined || hasOwnRules(mark)) return "status"
  const follows = code === (counts === "late" ? "absent" : "excused")
  return mark !== null && !follows ? "status" : counts
}

const isPupil = ({ kind }: TrialAbsence) => kind === "enrolled" || kind === "make_up"

/** When the credit came to be: as recorded, else with the notice that counts, else with attendance. */
const earnedAt = (absence: TrialAbsence, counted: ReadonlyMap<TrialAbsence, Counts>): number =>
  absence.credit?.earnedAt ??
  (absence.noticeAt !== null && counted.get(absence) !== "late" ? absence.noticeAt : absence.endsAt)

/** The last day: as recorded where the rule for it is the one in force, never before one that the office gave by hand. */
function lastDay(
  { date, credit, isExtended }: TrialAbsence,
  rules: TrialRules,
  { now, terms }: TrialSchool,
): string {
  const isSame =
    rules.creditExpiry === now.creditExpiry &&
    (rules.creditExpiry !== "days" || rules.creditExpiryDays === now.creditExpiryDays)
  if (credit && isSame) return credit.expiresOn
  const byRule = lastDayOf(rules, terms, date)
  return credit && isExtended ? ([byRule, credit.expiresOn].sort()[1] ?? byRule) : byRule
}

/** Each make-up lesson that was booked takes its own credit again, or else the one that ends first and still holds. */
function bookAgain(
  absences: readonly TrialAbsence[],
  would: ReadonlyMap<TrialAbsence, { at: number; until: string; isUsed: boolean }>,
) {
  const uses = absences.flatMap((absence) => {
    const { usedAt, usedOn } = absence.credit ?? {}
    return usedAt && usedOn ? [{ absence, usedAt, usedOn }] : []
  })
  const rest = uses.filter(({ absence, usedOn }) => {
    const own = would.get(absence)
    if (!own || own.until < usedOn) return true
    own.isUsed = true
    return false
  })
  for (const { usedAt, usedOn } of rest.sort((one, other) => one.usedAt - other.usedAt)) {
    const [first] = [...would.values()]
      .filter(({ at, until, isUsed }) => !isUsed && at <= usedAt && until >= usedOn)
      .sort((one, other) => one.until.localeCompare(other.until))
    if (first) first.isUsed = true
  }
}

function stateOf(credit: { until: string; isUsed: boolean } | null, { today }: TrialSchool): TrialState {
  if (!credit) return "none"
  if (credit.isUsed) return "used"
  return credit.until < today ? "expired" : "open"
}
