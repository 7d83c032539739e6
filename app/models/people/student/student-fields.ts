// What the school writes down of a student beside status, family and instruments: adding, changing, comparing, merging and erasing
// students go by these lists. Safe in the browser.

/** Who they are. */
export const personFields = {
  firstName: "First name",
  lastName: "Last name",
  birthDate: "Birth date",
  email: "Email",
  phone: "Phone",
  code: "Student ID",
} as const

/** What is noted of them, in words. */
export const notedFields = {
  medicalNotes: "Medical and emergency notes",
  emergencyContact: "Emergency contact",
  notes: "Notes",
} as const

export type StudentField = keyof typeof personFields | keyof typeof notedFields
export const studentFields = [...Object.keys(personFields), ...Object.keys(notedFields)] as StudentField[]

export type Facts = { firstName: string; lastName: string } & { [Field in StudentField]?: string | null }
type Kept = Record<"firstName" | "lastName", string> & Record<StudentField, string | null>

/** All of them, of a student or from a form. */
export const factsOf = (from: Facts): Kept =>
  Object.fromEntries(studentFields.map((field) => [field, from[field] ?? null])) as Kept
