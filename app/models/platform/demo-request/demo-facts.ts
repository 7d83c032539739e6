import { demoTimes, demoTimeZones, schoolRoles } from "./demo-options"

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
