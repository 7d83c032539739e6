// Exports of other programs, known by headings that only they have together. Safe in the browser.
import { fold } from "~/utils/names"

type Export = { name: string; isAddressBook?: boolean; headings: readonly string[] }

/** The more exact come first. Each heading is folded. */
const exports: readonly Export[] = [
  {
    name: "Google Contacts",
    isAddressBook: true,
    headings: ["name", "given name", "family name", "group membership"],
  },
  {
    name: "Google Contacts",
    isAddressBook: true,
    headings: ["first name", "last name", "labels", "email 1 value"],
  },
  { name: "Google Contacts", isAddressBook: true, headings: ["given name", "email 1 value"] },
  { name: "Google Contacts", isAddressBook: true, headings: ["email 1 label", "email 1 value"] },
  {
    name: "Outlook",
    isAddressBook: true,
    headings: ["first name", "last name", "email address", "business phone"],
  },
  { name: "Outlook", isAddressBook: true, headings: ["first name", "last name", "home street", "home city"] },
  { name: "Outlook", isAddressBook: true, headings: ["email address", "email display name"] },
  { name: "Jackrabbit", headings: ["contact 1 first name", "student first name", "birth date"] },
  { name: "Jackrabbit", headings: ["contact 1 first name", "contact 1 cell phone"] },
  { name: "Jackrabbit", headings: ["family name", "student first name", "enroll date", "drop date"] },
  { name: "Jackrabbit", headings: ["contact 1", "contact 1 cell", "class day"] },
  { name: "Jackrabbit", headings: ["family name", "student first name", "class name"] },
  { name: "TutorCruncher", headings: ["client first name", "client last name", "town", "postcode"] },
  { name: "TutorCruncher", headings: ["client email", "status", "street", "town"] },
  { name: "TutorCruncher", headings: ["paying client", "first name", "last name"] },
  { name: "Teachworks", headings: ["additional email", "billing method", "student hourly cost"] },
  { name: "Teachworks", headings: ["first name", "last name", "subjects", "billing method", "status"] },
  { name: "Teachworks", headings: ["additional email", "student event reminders"] },
  { name: "Teachworks", headings: ["additional email", "customer first name", "subjects"] },
  { name: "Teachworks", headings: ["additional email", "email lesson notes", "calendar color"] },
  { name: "My Music Staff", headings: ["first name", "last name", "family", "default lesson category"] },
  {
    name: "My Music Staff",
    headings: ["student first name", "student last name", "parent first name", "default lesson length"],
  },
  { name: "My Music Staff", headings: ["first name", "family name", "student status", "make up credits"] },
  { name: "My Music Staff", headings: ["student type", "default lesson duration"] },
  { name: "My Music Staff", headings: ["family name", "student status", "default price"] },
  {
    name: "My Music Staff",
    headings: ["first name", "last name", "skill level", "parent 1 first name", "parent 1 email"],
  },
  {
    name: "Opus1",
    headings: [
      "student first name",
      "student last name",
      "parent first name",
      "parent last name",
      "location",
    ],
  },
  { name: "Opus1", headings: ["student id", "primary contact", "secondary contact"] },
  { name: "Opus1", headings: ["student name", "account holder", "account email"] },
  { name: "Opus1", headings: ["student first name", "account name", "account email"] },
  { name: "TutorCruncher", headings: ["job name", "tutor name", "client name"] },
  { name: "Acuity", headings: ["start time", "calendar", "appointment price"] },
  { name: "Acuity", headings: ["start time", "calendar", "appointment id"] },
]

/** "This looks like Jackrabbit’s export."; null where the headings are no program's. */
export function recognizeExport(headers: readonly string[]): string | null {
  const known = new Set(headers.map((header) => fold(header).replace("e mail", "email")))
  const found = exports.find(({ headings }) => headings.every((heading) => known.has(heading)))
  if (!found) return null
  return found.isAddressBook
    ? `This looks like an export from ${found.name}.`
    : `This looks like ${found.name}${/s$/.test(found.name) ? "’" : "’s"} export.`
}
