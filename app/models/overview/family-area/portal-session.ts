import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { ClassKind } from "~/models/teaching/class/class"
import type { SeatKind } from "~/models/teaching/seat/seat"

// A session as a family sees it: no one else in it, and nothing of money. Safe in the browser.

export type PortalSession = {
  id: string
  studentId: string
  /** The first name. */
  studentName: string
  classId: string
  className: string
  kind: ClassKind
  instrument: string | null
  teacherName: string | null
  roomName: string | null
  /** Date and wall-clock start in the school's zone. */
  localDate: string
  startTime: string
  minutes: number
  /** UTC ms. */
  startsAt: number
  endsAt: number
  state: "planned" | "cancelled"
  cancelReason: string | null
  onlineLink: string | null
  /** How often it was changed. */
  revision: number
  /** Null while the place only follows from the enrollment. */
  seatKind: SeatKind | null
  /** When the family said they cannot come, UTC ms. */
  noticeAt: number | null
  noticeText: string | null
  code: MarkCode | null
  /** The school's own status that counts as it, where families may read it. */
  statusName: string | null
  minutesLate: number | null
  sharedNote: string | null
}

/** An absence was announced and no one has marked the lesson yet. */
export const isNotComing = ({ state, code, noticeAt }: Pick<PortalSession, "state" | "code" | "noticeAt">) =>
  state === "planned" && code === null && noticeAt !== null

/** What the lesson is to the family: "Violin", of a group its name. */
export function portalTitle({ kind, instrument, className }: PortalSession): string {
  return (kind === "private" || kind === "trial") && instrument ? instrument : className
}

/** "with Marcus Whitfield, Studio 3" */
export const portalWhere = ({ teacherName, roomName }: PortalSession): string =>
  [teacherName ? `with ${teacherName}` : null, roomName].filter(Boolean).join(", ")
