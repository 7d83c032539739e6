// Exports of other programs, known by headings that only they have together. Safe in the browser.
import { fold } from "~/utils/names"

type Export = { name: string; headings: readonly string[] }

/** The more exact come first. Each heading is folded. */
const exports: readonly Export[] = [
  { name: "Google Contacts", headings: ["name", "given name", "family name", "group membership"] },
  { name: "Google Contacts", headings: ["first name", "last name", "labels", "e mail 1 value"] },
  { name: "Google Contacts", headings: ["given name", "e mail 1 value"] },
  { name: "Google Contacts", headings: ["e mail 1 label", "e mail 1 value"] },
  { name: "Outlook", headings: ["first name", "last name", "e mail address", "business phone"] },
  { name: "Outlook", headings: ["first name", "last name", "home street", "home city"] },
  { name: "Outlook", headings: ["e mail address", "e mail display name"] },
  { name: "Jackrabbit", headings: ["contact 1 first name", "student first name", "birth date"] },
  { name: "Jackrabbit", headings: ["contact 1 first name", "contact 1 cell phone"] },
  { name: "Jackrabbit", headings: ["family name", "student first name", "class name"] },
  { name: "TutorCruncher", headings: ["client first name", "client last name", "town", "postcode"] },
  { name: "TutorCruncher", headings: ["client email", "status", "street", "town"] },
  { name: "TutorCruncher", headings: ["paying client", "first name", "last name"] },
  { name: "Teachworks", headings: ["additional email", "billing method", "student hourly cost"] },
  { name: "Teachworks", headings: ["first name", "last name", "subjects", "billing method", "status"] },
  { name: "Teachworks", headings: ["additional email", "student event reminders"] },
  { name: "My Music Staff", headings: ["first name", "last name", "family", "default lesson category"] },
  {
    name: "My Music Staff",
    headings: ["student first name", "student last name", "parent first name", "default lesson length"],
  },
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
]

/** The program whose export a file with these headings is; null where it is no one's. */
export function recognizeExport(headers: readonly string[]): string | null {
  const known = new Set(headers.map(fold))
  return exports.find(({ headings }) => headings.every((heading) => known.has(heading)))?.name ?? null
}

/** "This looks like Jackrabbit’s export." */
export const exportText = (name: string): string =>
  name === "Google Contacts" || name === "Outlook"
    ? `This looks like an export from ${name}.`
    : `This looks like ${name}’s export.`
