import { z } from "zod"
import { markCodes } from "~/models/accounts/outcome/outcome"
import { day } from "~/utils/form-text"
import { choices, type NoteName, type RegisterMerging } from "./merge-registers"
import { listedNotes } from "./named-notes"

const minutesLate = "Enter the minutes late as a whole number from 1 to 600."

const chooseStatus = "Choose present, late, absent or excused."

const Code = z.enum(markCodes)

/** A chosen status: one of the five, alone or with one of the school's own that counts as it. */
export const ChosenStatus = z
  .string({ error: chooseStatus })
  .regex(new RegExp(`^(${markCodes.join("|")})(@[\\w-]{1,64})?$`), chooseStatus)
  .transform((spelled) => {
    const [code, statusId] = spelled.split("@")
    return { code: Code.parse(code), statusId: statusId ?? null }
  })

const isMinutesLate = (typed: string) => /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 600

const Mark = z
  .object({
    code: ChosenStatus,
    minutesLate: z.string().trim().max(20, minutesLate).optional(),
  })
  .superRefine((mark, context) => {
    const typed = mark.code.code === "late" ? mark.minutesLate : undefined
    if (typed && !isMinutesLate(typed))
      context.addIssue({ code: "custom", message: minutesLate, path: ["minutesLate"] })
  })
  .transform(({ code: status, minutesLate }) => ({ ...status, minutesLate }))

/** A mark that may be left open. */
const CardMark = z
  .object({
    code: z.string().max(100, chooseStatus).default(""),
    minutesLate: z.string().trim().max(20, minutesLate).optional(),
  })
  .transform(({ code, minutesLate: typed }, context) => {
    if (code === "") return null
    const chosen = ChosenStatus.safeParse(code)
    const minutes = chosen.data?.code === "late" && typed ? typed : null
    if (chosen.success && (minutes === null || isMinutesLate(minutes)))
      return { ...chosen.data, minutesLate: minutes === null ? null : Number(minutes) }
    context.addIssue(
      chosen.success
        ? { code: "custom", message: minutesLate, path: ["minutesLate"] }
        : { code: "custom", message: chooseStatus, path: ["code"] },
    )
    return z.NEVER
  })

/** The marks chosen on a lesson's card; a student without one is marked as expected. */
export const CardMarksForm = z.object({
  marks: z.record(z.string().max(64), CardMark).default({}),
})

const note = z.string().trim().max(2000, "Keep the note under 2,000 characters.").default("")

/** What is said of each student, by id. */
const studentNotes = z
  .record(z.string().max(64), z.object({ shared: note.optional(), private: note.optional() }))
  .default({})

const spelledMark = new RegExp(`^(${markCodes.join("|")})(:\\d{1,3})?(@[\\w-]{1,64})?$`)

/** A mark as one field spells it. */
const SpelledMark = z
  .string()
  .regex(spelledMark, "Reload the page, then save again.")
  .transform((spelled) => {
    const [mark = "", statusId] = spelled.split("@")
    const [code, minutes] = mark.split(":")
    return {
      code: Code.parse(code),
      minutesLate: minutes ? Number(minutes) : null,
      statusId: statusId ?? null,
    }
  })

/** The register as it is sent: a mark for each student id. */
export const RegisterForm = z.object({
  marks: z.record(z.string(), Mark).default({}),
  sharedNote: note,
  privateNote: note,
  studentNotes,
  /** Why attendance that is locked is corrected. */
  reason: z.string().trim().max(200, "Keep the reason under 200 characters.").optional(),
  formStamp: z.string().max(64).optional(),
  /** What the page showed, to merge this with what someone else saved meanwhile. */
  base: z.record(z.string(), SpelledMark).optional(),
  baseSharedNote: note,
  basePrivateNote: note,
  baseStudentNotes: studentNotes,
  /** The students and notes that both changed. */
  disputed: z.array(z.string().max(64)).max(1000).default([]),
  /** Whose mark or note stays, by student or note. */
  settled: z.record(z.string(), z.enum(choices)).default({}),
})
export type RegisterForm = z.output<typeof RegisterForm>

/** What a form says of the page it was made on; undefined for a form that says nothing of it. */
export function mergingOf(form: RegisterForm): RegisterMerging | undefined {
  if (!form.base) return undefined
  const { base, disputed, settled } = form
  const notes: Partial<Record<NoteName, string>> = {
    sharedNote: form.baseSharedNote,
    privateNote: form.basePrivateNote,
    // A page says nothing of a student's note that was empty.
    ...emptied(listedNotes(form.studentNotes)),
    ...listedNotes(form.baseStudentNotes),
  }
  const isKnown = ([name]: [string, unknown]) => !disputed.includes(name)
  return {
    base: {
      marks: Object.fromEntries(Object.entries(base).filter(isKnown)),
      notes: Object.fromEntries(Object.entries(notes).filter(isKnown)),
    },
    settled,
  }
}

const emptied = (texts: Record<string, string>) =>
  Object.fromEntries(Object.keys(texts).map((name) => [name, ""]))

/** An absence notice: whose, when it came by the clock of the school, and what was said. */
export const NoticeForm = z.object({
  studentId: z.string({ error: "Choose a student in this lesson." }).max(64),
  receivedOn: day("Enter the date you received the notice."),
  receivedAt: z
    .string({ error: "Enter the time you received the notice." })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter the time you received the notice."),
  text: z.string().trim().max(200, "Keep the reason under 200 characters.").optional(),
})
export type NoticeForm = z.output<typeof NoticeForm>
