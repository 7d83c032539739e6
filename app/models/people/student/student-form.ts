import { z } from "zod"
import { isDate } from "~/utils/dates"
import { exampleDate } from "~/utils/form-messages"
import {
  chosenKey,
  emailAddress,
  emergencyContact,
  line,
  lines,
  neededLine,
  phoneNumber,
} from "~/utils/form-text"
import { formatFigure } from "~/utils/formats"
import { percent } from "../family/shares-form"

// A student recorded by hand. Only the first name is required; empty rows of guardians and instruments do not count.

/** The number of rows in the form, filled or not. */
export const instrumentRows = 4

const phone = phoneNumber.optional()

const InstrumentRow = z.object({
  instrument: line(60, "Keep the instrument under 60 characters.").optional(),
  level: line(60, "Keep the level under 60 characters.").optional(),
})

const GuardianRow = z.object({
  id: chosenKey.optional(),
  name: line(120, "Keep the name under 120 characters.").optional(),
  relation: line(60, "Keep the relationship under 60 characters.").optional(),
  email: emailAddress.optional(),
  phone,
  share: percent.optional(),
  seesMoney: z.boolean().default(false),
  remove: z.boolean().default(false),
})
type GuardianRow = z.output<typeof GuardianRow>

/** `day` is the school's today: a birth date can't be later. */
export const studentForm = (day: string) =>
  z
    .object({
      firstName: neededLine("Enter the student’s first name.", 80, "Keep the name under 80 characters."),
      lastName: line(80, "Keep the name under 80 characters.").default(""),
      birthDate: z
        .string()
        .refine(isDate, { error: exampleDate })
        .refine(
          (date) => !isDate(date) || (date >= "1900-01-01" && date <= day),
          "Enter a birth date in the past.",
        )
        .optional(),
      email: emailAddress.optional(),
      phone,
      code: line(40, "Keep the student ID under 40 characters.").optional(),
      status: z.enum(["active", "trial", "lead"], "Choose a status.").default("active"),
      family: chosenKey.default("new"),
      familySearch: z.string().max(100).optional().catch(undefined),
      instruments: z.array(InstrumentRow).max(instrumentRows).default([]).superRefine(checkInstruments),
      guardians: z.array(GuardianRow).max(12).default([]).superRefine(checkGuardians),
      medicalNotes: lines(2000, "Keep medical and emergency notes under 2,000 characters.").optional(),
      emergencyContact: emergencyContact.optional(),
      notes: lines(4000, "Keep the notes under 4,000 characters.").optional(),
    })
    .transform(({ instruments, guardians, ...facts }) => ({
      ...facts,
      instruments: instruments.flatMap(({ instrument, level }) =>
        instrument ? [{ instrument, level: level ?? null }] : [],
      ),
      guardians: withShares(guardians.filter(isFilled)),
    }))
export type StudentForm = z.output<ReturnType<typeof studentForm>>
export type StudentFields = z.input<ReturnType<typeof studentForm>>

const isFilled = ({ id, name, relation, email, phone, share }: GuardianRow) =>
  Boolean(id || name || relation || email || phone || share !== undefined)

/** Without any share, the first guardian pays 100%. */
function withShares(guardians: GuardianRow[]) {
  const staying = guardians.filter(({ remove }) => !remove)
  const noneGiven = staying.every(({ share }) => share === undefined)
  return guardians.map(({ share, name = "", ...guardian }) => ({
    ...guardian,
    name,
    payerShare: noneGiven
      ? guardian.id === staying[0]?.id && name === staying[0]?.name
        ? 10_000
        : 0
      : (share ?? 0),
  }))
}

type Rows<Row> = z.core.$RefinementCtx<Row[]>

function checkInstruments(
  rows: z.output<typeof InstrumentRow>[],
  context: Rows<z.output<typeof InstrumentRow>>,
) {
  const seen = new Set<string>()
  for (const [index, { instrument, level }] of rows.entries()) {
    if (level && !instrument) report(context, [index, "instrument"], "Enter the instrument for this level.")
    const name = instrument?.toLowerCase()
    if (name && seen.has(name))
      report(context, [index, "instrument"], `You entered ${instrument} twice. Remove one.`)
    if (name) seen.add(name)
  }
}

function checkGuardians(rows: GuardianRow[], context: Rows<GuardianRow>) {
  const staying = [...rows.entries()].filter(([, row]) => isFilled(row) && !row.remove)
  for (const [index, { name }] of staying)
    if (!name) report(context, [index, "name"], "Enter the guardian’s name, or clear the row.")
  const shares = staying.flatMap(([, { share }]) => share ?? [])
  const total = shares.reduce((sum, share) => sum + share, 0)
  const first = staying.find(([, { share }]) => share !== undefined)
  if (first && total !== 10_000)
    report(
      context,
      [first[0], "share"],
      `The shares add up to ${formatFigure(total / 100)}%. Change them to total 100%.`,
    )
}

const report = (context: { addIssue: Rows<unknown>["addIssue"] }, path: PropertyKey[], message: string) =>
  context.addIssue({ code: "custom", path, message })
