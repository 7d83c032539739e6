// The pay of all teachers for a period. Safe in the browser.

export type PayState = "open" | "approved" | "locked"

export const payStateLabels: Record<PayState, string> = {
  open: "Open",
  approved: "Approved",
  locked: "Locked",
}

export type TeacherPay = {
  teacherId: string
  name: string
  slipId: string | null
  state: PayState
  lessons: number
  /** Extra work and corrections. */
  others: number
  /** Lessons without a rate: they have to be given one before the pay can be approved. */
  unrated: number
  totalMinor: number
}

/** Extra work, or an expense that a teacher paid, and the day whose period pays it. */
type UnpaidEntry = {
  workId: string
  teacherName: string
  description: string
  workedOn: string
  amountMinor: number
}

/** The oldest of them, and how many there are beside these. */
export type UnpaidWork = { named: UnpaidEntry[]; others: number }

/** Why a teacher's pay can't be approved now; null when it can. */
export function payProblem({ state, lessons, others, unrated }: TeacherPay, isOver: boolean): string | null {
  if (state !== "open") return payStateLabels[state]
  if (unrated > 0) return "Rate missing"
  if (lessons + others === 0) return "No pay"
  return isOver ? null : "Period not over"
}
