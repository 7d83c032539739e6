import { z } from "zod"
import { fullAddress } from "~/utils/email-address"
import { visibleLength } from "~/utils/form-text"
import { whenMissing } from "~/utils/schema-messages"
import {
  countryCodes,
  demoTimes,
  demoTimeZones,
  schoolRoles,
  schoolSizes,
  teacherNumbers,
} from "./demo-options"

const keysOf = <Options extends Record<string, string>>(options: Options) =>
  Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]]

const line = (least: number, tooShort: string, most = 200) =>
  z
    .string({ error: whenMissing(tooShort) })
    .trim()
    .min(least, { error: tooShort, abort: true })
    .refine((text) => visibleLength(text) >= least, tooShort)
    .max(most, `Keep this under ${most.toLocaleString("en-US")} characters.`)
const optional = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Keep this under ${most.toLocaleString("en-US")} characters.`)
    .default("")

/** Spec §5, "Demo"; also what `POST /api/demo-request` takes. */
export const DemoRequestForm = z.object({
  fullName: line(2, "Name must be at least 2 characters"),
  email: z
    .string({ error: whenMissing("Please enter a valid email address") })
    .trim()
    .max(254, "Keep the email address under 255 characters.")
    .pipe(fullAddress("Please enter a valid email address")),
  countryCode: z.enum(countryCodes, { error: "Please select a country code" }),
  phone: line(7, "Please enter a valid phone number", 40).refine(
    (text) => /\d.*\d.*\d/.test(text),
    "Please enter a valid phone number",
  ),
  schoolName: line(2, "School name must be at least 2 characters"),
  role: z.enum(keysOf(schoolRoles), { error: "Please select your role" }),
  schoolSize: z.enum(schoolSizes, { error: "Please select your school size" }),
  numberOfTeachers: z.enum(teacherNumbers, { error: "Please select number of teachers" }),
  currentSoftware: optional(200),
  preferredTime: z.enum(keysOf(demoTimes), { error: "Please select a preferred time" }),
  timezone: z.enum(keysOf(demoTimeZones), { error: "Please select your timezone" }),
  specificInterests: optional(500),
  additionalInfo: optional(5000),
})
export type DemoRequestForm = z.output<typeof DemoRequestForm>

type DemoRequestFacts = {
  fullName: string
  role: string
  email: string
  countryCode: string
  phone: string
  schoolName: string
  schoolSize: string
  numberOfTeachers: string
  preferredTime: string
  timezone: string
  currentSoftware: string
  specificInterests: string
}

const labelOf = (labels: Record<string, string>, key: string) => labels[key] ?? key

/** What a demo request says, as labels and words; what was left open is left out. */
export function demoFacts(request: DemoRequestFacts): [label: string, value: string][] {
  const facts: [string, string][] = [
    ["Name", `${request.fullName}, ${labelOf(schoolRoles, request.role)}`],
    ["Email", request.email],
    ["Phone", `${request.countryCode} ${request.phone}`],
    ["School", request.schoolName],
    ["Students", request.schoolSize],
    ["Teachers", request.numberOfTeachers],
    ["When", `${labelOf(demoTimes, request.preferredTime)}, ${labelOf(demoTimeZones, request.timezone)}`],
    ["Current software", request.currentSoftware],
    ["Interests", request.specificInterests],
  ]
  return facts.filter(([, value]) => value)
}
