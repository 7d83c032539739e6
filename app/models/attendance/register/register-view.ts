import type { OfferedStatus } from "~/models/accounts/custom-status/custom-status"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { CancelCredits } from "~/models/teaching/credit/credit"
import type { LessonReason } from "~/models/teaching/lesson-reason/lesson-reason"
import type { MarkEffect } from "./register"

// The register as its screen shows it. Safe in the browser.

/** What a register comes to, in words. */
export type TotalText = { lead: string; rest: string }

/** What a status would do; with the name of the school's own where that has rules of its own. */
export type StatusEffect = MarkEffect & { paidPercent: number; ownName?: string }

export type RegisterRow = {
  studentId: string
  name: string
  alerts: string[]
  /** Whom to call: the first guardian with a number, else the student. */
  call: { name: string; phone: string } | null
  /** Where to write to the family; null for those who may write to the office alone. */
  writeTo: string | null
  medicalNotes: string | null
  /** What each mark would do, the school's own as a field spells them. */
  effects: Partial<Record<string, StatusEffect>>
  /** The mark recorded, or the one suggested. */
  code: MarkCode
  /** The school's own status that it's recorded with. */
  statusId: string | null
  minutesLate: number | null
  /** What is said of this student alone. */
  notes: { shared: string; private: string }
  recorded: {
    code: MarkCode
    minutesLate: number | null
    /** The charge of the seat in minor units; without a currency only whether there is one. */
    chargedMinor: number
    paidPercent: number
    /** Last day of a credit that is not used. */
    creditUntil: string | null
    madeUpOn: string | null
    /** What it took from packages, in hundredths of a lesson. */
    packageUnits?: number
    /** "$18.00 charged, invoice INV-7; make-up credit until Feb 16", part by part. */
    done: { text: string; to?: string }[]
  } | null
}

export type RegisterView = {
  /** What people call the lesson: the student of a private lesson, otherwise the class. */
  name: string
  session: {
    id: string
    className: string
    classId: string
    classKind: "private" | "group" | "ensemble" | "trial"
    instrument: string | null
    localDate: string
    startTime: string
    minutes: number
    teacherId: string | null
    teacherName: string | null
    roomName: string | null
    cancelReason: string | null
    /** Where an online lesson takes place, its own link or the class's; null once it is canceled. */
    onlineLink: string | null
  }
  /** In the school of one teacher, who is the office and its teachers. */
  isSolo: boolean
  /** expected: the register is not open yet · open: to be taken · taken: to be looked at or corrected */
  phase: "expected" | "open" | "taken" | "cancelled"
  /** Whether what is recorded can be changed: freely, by the office with a reason, or not by this person. */
  lock: "open" | "reason" | "closed"
  /** What to do with the marks as they are. */
  hint: string | null
  /** When and by whom, as text. */
  taken: string | null
  /** Why it takes place where it is and its attendance was corrected; empty for who doesn't see the school's attendance. */
  reasons: LessonReason[]
  /** What canceling it does to make-up credits; null where it can't be canceled any more. */
  credits: CancelCredits | null
  /** The time of day from which the register can be taken. */
  opensAt: string
  /** The same as an instant in ms, for a page that was loaded before. */
  opensAtMs: number
  /** Who is enrolled and on leave on its day, by name. */
  onLeave: string[]
  lastNote: { body: string; on: string } | null
  notes: { shared: string; private: string }
  formStamp: string
  /** Null where the reader may not see what families pay. */
  currency: string | null
  paidPerson: string | null
  /** What it comes to with the marks as the page shows them. */
  totals: TotalText
  rows: RegisterRow[]
  /** The school's own statuses beside the five: those in use, and retired ones that someone here has. */
  statuses: OfferedStatus[]
}
