import type { MarkCode } from "~/models/accounts/outcome/outcome"

// Sheets to print: whom to call, and who comes. Safe in the browser.

/** What an attendance sheet writes into a box, with its meaning below the sheet. */
export const markLetters: Record<MarkCode, { letter: string; label: string }> = {
  present: { letter: "P", label: "present" },
  late: { letter: "L", label: "late" },
  absent: { letter: "A", label: "absent" },
  excused: { letter: "E", label: "excused" },
  cancelled: { letter: "C", label: "canceled by school" },
}

/** The most students on one sheet. Of more, the sheet says that it doesn't name them all. */
export const mostRows = 500

export type EmergencySheet = { rows: EmergencyRow[]; isCut: boolean }

export type EmergencyRow = {
  id: string
  name: string
  birthDate: string | null
  phone: string | null
  medicalNotes: string | null
  emergencyContact: string | null
  guardians: { name: string; relation: string | null; phone: string | null }[]
}

export type AttendanceSheet = {
  isCut: boolean
  days: { sessionId: string; localDate: string; startTime: string; isCanceled: boolean }[]
  students: { id: string; name: string; marks: Record<string, MarkCode>; noPhotos: boolean }[]
  /** the school's own statuses, by lesson and student, as `sheetKey` says */
  ownStatuses: Record<string, { letters: string; name: string }>
}

export const sheetKey = (sessionId: string, studentId: string) => `${sessionId} ${studentId}`

/** `YYYY-MM` of an address, or the given one. */
export const readMonth = (asked: string | null, present: string): string =>
  asked && /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : present
