import { inquiryPurposes } from "db/schema/choices"
import { z } from "zod"
import { answersForm } from "~/models/foundation/custom-field/custom-field-form"
import { isDate } from "~/utils/dates"
import { exampleDate, fromList } from "~/utils/form-messages"
import {
  chosenKey,
  day,
  emailAddress,
  emergencyContact,
  isWrong,
  line,
  lines,
  neededLine,
  phoneNumber,
  postalAddress,
} from "~/utils/form-text"
import { readAddress } from "~/utils/postal-address"
import { type AskedDocument, mostDocuments, readAgreed } from "../consent/consent"
import {
  type Ask,
  askKeys,
  type FormAudience,
  type FormPurpose,
  isForClass,
  type Question,
} from "../enrollment-form/enrollment-form"
import { cleanCampaign, levels, madeOf, sources, timeKeys } from "./inquiry"

const longestLife = 110
const noClass = "Choose a class from the list."

/** A day, a time and a teacher, as `trialTimeValue` writes them. */
const readsAsTime = (text: string) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2} [\w-]{1,64}$/.test(text)

/** The birthday so many years before a day; February 29 may become one that doesn't exist, which only compares. */
const yearsBefore = (date: string, years: number) =>
  `${String(Number(date.slice(0, 4)) - years).padStart(4, "0")}${date.slice(4)}`

/** What a form asks; without it everything, and of anyone. */
type Asked = {
  instruments: readonly string[]
  purpose?: FormPurpose
  forWhom?: FormAudience
  questions?: readonly Question[]
  /** Whether it offers the spot of the class that is chosen. */
  offersSpot?: boolean
  /** What is said beside a question that is required and has no answer. */
  needed?: Partial<Record<Ask | "time", string>>
  /** Whether one of the times for a trial lesson is chosen, and the instrument that those are for. */
  trial?: { instrument: string | null } | undefined
}

const everything: Question[] = askKeys.map((key) => ({ key, isRequired: false, field: null }))

/** The names of a form's fields, in the order in which its page shows them. */
export const fieldNames = (questions: readonly Question[]): string[] => [
  ...["time", "purpose", "classId", "forWhom", "firstName", "lastName", "guardianName", "email"],
  ...questions.map(({ key, field }) => (field ? `custom.${field.id}` : key)),
  "consents",
]

/** A birth date of someone who can be alive on a day. */
const birthDateUntil = (today: string) =>
  z
    .string()
    .refine(isDate, { error: exampleDate })
    .refine((date) => !isDate(date) || date <= today, "Enter a birth date in the past.")
    .refine(
      (date) => !isDate(date) || date >= yearsBefore(today, longestLife),
      `Enter a birth date within the last ${longestLife} years.`,
    )

/** A field that the form settles itself, whatever is sent. */
const always = <Value>(value: Value) =>
  z
    .unknown()
    .optional()
    .transform(() => value)

/** What a stranger sends, by what the form asks; what it doesn't ask is left out. `today` is the school's. */
export const inquiryForm = (
  {
    instruments,
    purpose = "any",
    forWhom = "any",
    questions = everything,
    needed = {},
    offersSpot = false,
    trial,
  }: Asked,
  today: string,
  /** Those that the page lists: an id, and the name that is kept. */
  classes: readonly { id: string; name: string }[] = [],
  /** What the school asks them to agree to. */
  documents: readonly AskedDocument[] = [],
) => {
  // Where a form for a class has none to name, it is sent without.
  const needsClass = purpose === "any" || (isForClass(purpose, offersSpot) && classes.length > 0)
  return z
    .object({
      // The first question of its page, so the first of its problems.
      time: trial
        ? z
            .string({ error: needed.time })
            .max(120, needed.time)
            .refine((text) => readsAsTime(text), needed.time)
        : always(undefined),
      purpose:
        purpose === "any"
          ? z.enum(inquiryPurposes, "Choose what you’d like.")
          : always(madeOf[purpose].purpose),
      forWhom:
        forWhom === "any" ? z.enum(["child", "self"], "Choose who the lessons are for.") : always(forWhom),
      firstName: neededLine("Enter the student’s first name.", 80, "Keep the name under 80 characters."),
      lastName: neededLine("Enter the student’s last name.", 80, "Keep the name under 80 characters."),
      birthDate: birthDateUntil(today).optional(),
      guardianName: line(120, "Keep the name under 120 characters.").optional(),
      email: z.string({ error: "Enter your email." }).pipe(emailAddress),
      phone: phoneNumber.optional(),
      homeAddress: postalAddress,
      emergencyContact: emergencyContact.optional(),
      instrument: z
        .string()
        .refine((name) => instruments.includes(name), "Choose an instrument from the list.")
        .optional(),
      classId: z
        .string()
        .refine((id) => classes.some((each) => each.id === id), noClass)
        .optional(),
      level: z.enum(levels, "Choose a level from the list.").optional(),
      times: z
        .array(z.enum(timeKeys as [string, ...string[]], fromList))
        .max(timeKeys.length)
        .default([]),
      message: lines(2000, "Keep the message under 2,000 characters.").optional(),
      source: z.enum(sources, fromList).optional(),
      campaign: z.string().optional().catch(undefined).transform(cleanCampaign),
      consents: z.array(chosenKey).max(mostDocuments, fromList).default([]),
      custom: answersForm(questions.flatMap(({ field }) => field ?? [])).shape.custom.prefault({}),
    })
    .superRefine((form, context) => {
      for (const { key, isRequired, field } of questions) {
        if (field || !isRequired || isWrong(context, key)) continue
        const given = key === "homeAddress" ? readAddress(form.homeAddress).street : form[key]
        if (!given || (Array.isArray(given) && given.length === 0))
          context.addIssue({ code: "custom", path: [key], message: needed[key] ?? fromList })
      }
    })
    .superRefine(({ consents }, context) => {
      for (const { title, line: text } of readAgreed(documents, consents).missing)
        context.addIssue({
          ...{ code: "custom", path: ["consents"] },
          message: text ? "Check this box to go on." : `Read “${title}” and check its box to go on.`,
        })
    })
    .refine((form) => form.purpose !== "class" || !needsClass || form.classId, {
      path: ["classId"],
      error: noClass,
    })
    .refine(({ forWhom, guardianName }) => forWhom !== "child" || guardianName, {
      path: ["guardianName"],
      error: "Enter a parent’s or guardian’s name. Students under 18 need one.",
    })
    .refine(
      ({ forWhom, birthDate }) =>
        forWhom !== "self" || !birthDate || !isDate(birthDate) || birthDate <= yearsBefore(today, 18),
      {
        path: ["forWhom"],
        error:
          "Students under 18 need a parent or guardian. Choose “My child” and enter the guardian’s name.",
      },
    )
    .transform(({ classId, consents, custom, ...form }) => ({
      ...form,
      ...notAsked(questions),
      ...(trial?.instrument ? { instrument: trial.instrument } : {}),
      custom,
      consents: readAgreed(documents, consents).versions,
      className: (form.purpose === "class" && classes.find(({ id }) => id === classId)?.name) || null,
      classId: (form.purpose === "class" && classId) || null,
    }))
}

/** Nothing for each question that a form doesn't ask, whatever was sent. */
function notAsked(
  questions: readonly Question[],
): { times?: never[] } & { [K in Exclude<Ask, "times">]?: undefined } {
  const left = askKeys.filter((key) => !questions.some((question) => question.key === key))
  return Object.fromEntries(left.map((key) => [key, key === "times" ? [] : undefined]))
}
export type InquiryForm = z.output<ReturnType<typeof inquiryForm>>

/** What the office notes of an inquiry. */
export const NextStepForm = z.object({
  nextStep: line(200, "Keep the next step under 200 characters.").optional(),
  nextOn: day("Enter a date, or leave this blank.").optional(),
  memberId: chosenKey.optional(),
})

export const LostForm = z.object({
  lostReason: neededLine("Enter why they aren’t coming.", 200, "Keep the reason under 200 characters."),
})

/** As which student someone is added. `seen` names whom the page had said they may be. */
export const AdmitForm = z.object({
  status: z.enum(["lead", "trial", "active"], "Choose a status."),
  family: chosenKey.default("new"),
  seen: z.string().max(2000).default(""),
})
export type AdmitForm = z.output<typeof AdmitForm>
