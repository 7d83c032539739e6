import type { MarkCode, Outcome } from "~/models/accounts/outcome/outcome"
import type { SeatKind } from "~/models/teaching/seat/seat"
import type { RegisterTerms } from "./register"

// The register as its screen shows it. Safe in the browser.

export type RegisterRow = {
  studentId: string
  name: string
  familyId: string
  kind: SeatKind
  alerts: string[]
  medicalNotes: string | null
  hasNotice: boolean
  terms: RegisterTerms
  /** The mark recorded, or the one suggested. */
  code: MarkCode
  minutesLate: number | null
  recorded: {
    code: MarkCode
    minutesLate: number | null
    /** The charge of the seat in minor units; without a currency only whether there is one. */
    chargedMinor: number
    paidPercent: number
    invoice: { invoiceId: string; number: string } | null
    /** Last day of a credit that is not used. */
    creditUntil: string | null
    madeUpOn: string | null
  } | null
}

export type RegisterView = {
  session: {
    id: string
    className: string
    classId: string
    classKind: "private" | "group" | "ensemble" | "trial"
    instrument: string | null
    localDate: string
    startTime: string
    minutes: number
    teacherName: string | null
    roomName: string | null
    cancelReason: string | null
  }
  /** expected: the register is not open yet · open: to be taken · taken: to be looked at or corrected */
  phase: "expected" | "open" | "taken" | "cancelled"
  /** When and by whom, as text. */
  taken: string | null
  /** The time of day from which the register can be taken. */
  opensAt: string
  /** The same as an instant in ms, for a page that was loaded before. */
  opensAtMs: number
  lastNote: { body: string; on: string } | null
  notes: { shared: string; private: string }
  formStamp: string
  /** Null where the reader may not see what families pay. */
  currency: string | null
  paidPerson: string | null
  /** Whether links to invoices and billing lead anywhere for this person. */
  seesMoney: boolean
  outcomes: Outcome[]
  rows: RegisterRow[]
}
