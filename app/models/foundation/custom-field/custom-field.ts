import { fieldAudiences, fieldKinds, fieldNouns } from "db/schema/choices"
import { isWithinReach } from "~/utils/dates"
import { exampleDate } from "~/utils/form-messages"
import { currentFormats, formatDate, formatFigure, formatNumber, signsOf } from "~/utils/formats"

// Fields that a school adds to its records: what they're called, who sees them, and how an answer is read and shown. Safe
// in the browser.

export { fieldAudiences, fieldKinds, fieldNouns }
export type FieldNoun = (typeof fieldNouns)[number]
type FieldKind = (typeof fieldKinds)[number]
type FieldAudience = (typeof fieldAudiences)[number]

export type CustomField = {
  id: string
  noun: FieldNoun
  name: string
  kind: FieldKind
  choices: string[]
  audience: FieldAudience
  isRequired: boolean
  isArchived: boolean
}

/** The answers of one record by field; a field without an answer is left out. */
export type CustomAnswers = Record<string, string>

/** At most so many fields of a noun are in use, with so many choices each. */
export const mostFields = 30
export const mostChoices = 50
export const longestName = 60
export const longestAnswer = 500
const longestNumber = 20

export const nounTexts: Record<FieldNoun, { many: string; title: string }> = {
  student: { many: "students", title: "Students" },
  guardian: { many: "guardians", title: "Guardians" },
  family: { many: "families", title: "Families" },
  teacher: { many: "teachers", title: "Teachers" },
  class: { many: "classes", title: "Classes" },
}

export const kindLabels: Record<FieldKind, string> = {
  text: "Text",
  number: "Number",
  date: "Date",
  choice: "Choice",
  yes_no: "Yes or no",
}

/** Who may see a field of each noun. The office sees all of them. */
export const audienceLabels: Record<FieldNoun, Partial<Record<FieldAudience, string>>> = {
  student: { office: "Office", teachers: "Office and teachers", family: "Office, teachers and the family" },
  guardian: { office: "Office", family: "Office and the family" },
  family: { office: "Office", family: "Office and the family" },
  teacher: { office: "Office", teachers: "Office and the teacher" },
  class: { office: "Office", teachers: "Office and teachers" },
}

export const audiencesOf = (noun: FieldNoun): { value: FieldAudience; label: string }[] =>
  fieldAudiences.flatMap((value) => {
    const label = audienceLabels[noun][value]
    return label ? [{ value, label }] : []
  })

/** The fields that someone besides the office sees: what families see, teachers see too. */
export const seenBy = <Field extends Pick<CustomField, "audience">>(
  fields: readonly Field[],
  reader: "teachers" | "family",
): Field[] =>
  fields.filter(({ audience }) => audience === "family" || (audience === "teachers" && reader === "teachers"))

export const yesNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
] as const

/** An answer as people read it. */
export function answerText({ kind }: Pick<CustomField, "kind">, value: string): string {
  switch (kind) {
    case "number":
      return formatNumber(Number(value), undefined, 6)
    case "date":
      return formatDate(value, "medium")
    case "yes_no":
      return value === "yes" ? "Yes" : "No"
    default:
      return value
  }
}

/** An answer as its form and a file have it. */
export const typedAnswer = ({ kind }: Pick<CustomField, "kind">, value: string): string =>
  kind === "number" ? formatFigure(Number(value)) : value

/** An answer as a cell of a file. */
export const answerCell = (field: Pick<CustomField, "kind">, value: string | undefined) =>
  value === undefined
    ? null
    : field.kind === "number"
      ? Number(value)
      : field.kind === "yes_no"
        ? answerText(field, value)
        : value

type Read = { ok: true; value: string | null } | { ok: false; message: string }

/**
 * Reads what someone typed as an answer; null is none. A choice that is no longer offered stays where it is the present
 * answer.
 */
export function readAnswer(
  field: Pick<CustomField, "kind" | "choices">,
  typed: string,
  present?: string,
): Read {
  const text = typed.trim()
  if (text === "") return { ok: true, value: null }
  const refuse = (message: string): Read => ({ ok: false, message })
  switch (field.kind) {
    case "number": {
      const value = readNumber(text)
      return value === null ? refuse(`Enter a number, like ${formatFigure(12.5)}.`) : { ok: true, value }
    }
    case "date":
      return isWithinReach(text) ? { ok: true, value: text } : refuse(exampleDate())
    case "yes_no": {
      const folded = text.toLowerCase()
      if (["yes", "y", "true", "1"].includes(folded)) return { ok: true, value: "yes" }
      return ["no", "n", "false", "0"].includes(folded)
        ? { ok: true, value: "no" }
        : refuse("Enter yes or no.")
    }
    case "choice": {
      const chosen = field.choices.find((choice) => choice.toLowerCase() === text.toLowerCase())
      if (chosen) return { ok: true, value: chosen }
      return text === present ? { ok: true, value: text } : refuse("Choose one of the choices.")
    }
    case "text":
      return text.length > longestAnswer
        ? refuse(`Keep the answer under ${longestAnswer} characters.`)
        : { ok: true, value: text }
  }
}

/** "1.234,5" or "1234.5" in the school's signs, as a plain number. */
function readNumber(text: string): string | null {
  const { group, decimal } = signsOf(currentFormats())
  const bare = text.replace(/[\s\u00a0\u202f’']/g, "")
  const other = decimal === "," ? "." : ","
  const isDecimal = !bare.includes(decimal) && new RegExp(`^-?\\d*[${other}]\\d{1,2}$`).test(bare)
  const plain = isDecimal
    ? bare.replace(other, ".")
    : bare.replaceAll(group, "").replaceAll(other, "").replace(decimal, ".")
  if (bare.length > longestNumber || !/^-?\d{1,12}(\.\d{1,6})?$/.test(plain)) return null
  return String(Number(plain))
}
