import { formAudiences, formPurposes } from "db/schema/choices"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"

// The forms of a school's public page: what each is for, and what it asks in which order. Safe in the browser.

export { formAudiences, formPurposes }
export type FormPurpose = (typeof formPurposes)[number]
export type FormAudience = (typeof formAudiences)[number]

/** What a form can ask beyond the student's name, a child's guardian and an email, in the order in which a new one asks it. */
export const askKeys = [
  "birthDate",
  "phone",
  "homeAddress",
  "emergencyContact",
  "instrument",
  "level",
  "times",
  "message",
  "source",
] as const
export type Ask = (typeof askKeys)[number]
const isAsk = (name: string): name is Ask => (askKeys as readonly string[]).includes(name)

/** A standard one by its name, one of the school's own as `custom-` and its id. */
export type FieldKey = Ask | `custom-${string}`
export type FormField = { key: FieldKey; isRequired: boolean }

export const customKey = (fieldId: string): FieldKey => `custom-${fieldId}`
export const isCustomKey = (key: string): key is `custom-${string}` => key.startsWith("custom-")

/** Reads `birthDate! phone custom-…`; what it doesn't know is left out. */
export const readFields = (text: string): FormField[] =>
  text.split(" ").flatMap((part) => {
    const isRequired = part.endsWith("!")
    const key = isRequired ? part.slice(0, -1) : part
    return isAsk(key) || isCustomKey(key) ? [{ key, isRequired }] : []
  })

export const writeFields = (fields: readonly FormField[]): string =>
  fields.map(({ key, isRequired }) => (isRequired ? `${key}!` : key)).join(" ")

/** One question as the public form shows it. */
export type Question =
  | { key: Ask; isRequired: boolean; field: null }
  | { key: `custom-${string}`; isRequired: boolean; field: CustomField }

/** Names in `/s/{school}/{name}` that are other pages. */
const reserved = new Set(["confirm", "documents", "trial", "sent"])
export const isReservedPath = (name: string): boolean => reserved.has(name)

/** How many forms a school has at most, archived ones included. */
export const mostForms = 30

/** What the form for trial lessons offers, where the school turned it on. */
export type TrialOffer = {
  /** The length in minutes. */
  minutes: number
  noticeHours: number
  daysAhead: number
  /** In minor units; 0 is free, null says nothing. */
  priceMinor: number | null
  teacherIds: string[]
}

/** What a form for a class or a camp offers of itself: the spot that was chosen, with a deposit in minor units or none. */
export type SpotOffer = { depositMinor: number | null }

/** The purposes of which a form can offer the spot that was chosen. */
export const spotPurposes: readonly FormPurpose[] = ["class", "camp"]

/** Whether a form is for one of the classes it names. One for camps is for the camp it is called by, unless it offers their spots. */
export const isForClass = (purpose: FormPurpose, offersSpot: boolean): boolean =>
  purpose === "class" || purpose === "waiting" || offersSpot

export type EnrollmentForm = {
  id: string
  path: string
  name: string
  intro: string | null
  purpose: FormPurpose
  forWhom: FormAudience
  fields: FormField[]
  /** Ids of consent documents that it doesn't ask. */
  leftOut: string[]
  isMain: boolean
  isListed: boolean
  isArchived: boolean
  trial: TrialOffer | null
  spot: SpotOffer | null
}

/** What the office changes of a form. `consents` are the documents that it asks. */
export type FormChanges = Pick<
  EnrollmentForm,
  "path" | "name" | "purpose" | "forWhom" | "fields" | "isListed" | "trial"
> & { intro?: string | undefined; consents: readonly string[]; spot?: SpotOffer | null }
