import { leaveKinds } from "db/schema/choices"

// What is said of a leave when it is recorded, changed, asked for or ruled on. Days are `YYYY-MM-DD`. Safe in the browser.

/** What a family asks for: a leave, or the end of lessons. */
export const kinds = leaveKinds

/** Without a class of all, without a last day until one is set. */
export type LeaveWish = {
  startsOn: string
  endsOn: string | null
  classId?: string | undefined
  /** How much of a monthly fee its days cost, 0 to 100. */
  feePercent: number
  reason: string | null
  /** Also for the family's other students. */
  isForFamily: boolean
}

export type LeaveChange = { leave: string; endsOn: string | null; feePercent: number }

/** What a family asks for; of the end of lessons `startsOn` is the last day. */
export type LeaveRequest = Pick<LeaveWish, "startsOn" | "endsOn" | "classId" | "reason"> & {
  kind: "leave" | "end"
  student: string
}

/** Whether families ask in the portal, how many days before, and what a leave usually costs of a monthly fee, 0 to 100. */
export type LeaveRules = {
  takesLeaveRequests: boolean
  leaveNoticeDays: number
  endNoticeDays: number
  leaveFeePercent: number
}

/** Which leave it is, with its last day and fee. */
export const leaveInShort = ({
  id,
  endsOn,
  feePercent,
}: {
  id: string
  endsOn: string | null
  feePercent: number
}): string => [id, endsOn, feePercent].join("/")
