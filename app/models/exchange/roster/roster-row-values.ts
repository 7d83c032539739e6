// What a row of a roster can say about one student.
import type { Weekday } from "~/utils/dates"
import type { GuardianNumber } from "./roster-field-names"
import type { ClassKind, RosterBilling, StudentStatus } from "./roster-values"

export type GuardianCells = {
  /** Whose columns they are from: two people in one cell are from the same. */
  of: GuardianNumber
  name: string | null
  relation: string | null
  email: string | null
  phone: string | null
}

/** A row's values. Money in minor units, dates "YYYY-MM-DD", times "HH:MM", minutes. */
export type RowValues = {
  code: string | null
  firstName: string
  lastName: string
  birthDate: string | null
  status: StudentStatus
  instrument: string | null
  level: string | null
  email: string | null
  phone: string | null
  teacher: string | null
  kind: ClassKind
  weekday: Weekday | null
  time: string | null
  minutes: number | null
  /** The lesson is every second week. */
  isEveryOther: boolean
  priceMinor: number | null
  billing: RosterBilling
  startDate: string | null
  /** The last day at the school. */
  endDate: string | null
  guardians: GuardianCells[]
  household: string | null
  /** The family's own number in another program. */
  householdCode: string | null
  /** What the family owed before: due is positive, account credit below zero. */
  openingMinor: number | null
  address: string | null
  medicalNotes: string | null
  emergencyContact: string | null
}

export function emptyValues(): RowValues {
  return {
    code: null,
    firstName: "",
    lastName: "",
    birthDate: null,
    status: "active",
    instrument: null,
    level: null,
    email: null,
    phone: null,
    teacher: null,
    kind: "private",
    weekday: null,
    time: null,
    minutes: null,
    isEveryOther: false,
    priceMinor: null,
    billing: { mode: "per_session" },
    startDate: null,
    endDate: null,
    guardians: [],
    household: null,
    householdCode: null,
    openingMinor: null,
    address: null,
    medicalNotes: null,
    emergencyContact: null,
  }
}
