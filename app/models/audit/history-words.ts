import { formatDate, isDate } from "~/utils/dates"

// What an entry of the audit log says to a person who reads the history of one record. Safe in the browser.

type Event = { verb: string; noun: string; after: Record<string, unknown> }

const on = (date: unknown) =>
  typeof date === "string" && isDate(date) ? formatDate(date, "medium") : "some day"

const told: Record<string, (after: Record<string, unknown>) => string> = {
  "class.add": () => "added it",
  "class.change": () => "changed what is known of it",
  "class.set-price": ({ fromDate }) => `set the price from ${on(fromDate)} on`,
  "class.end": ({ lastDay, reason }) => `ended it after ${on(lastDay)}: ${reason}`,
  "class.restore": () => "brought it back",
  "class.join-waiting-list": ({ name }) => `put ${name ?? "a student"} on the waiting list`,
  "class.offer-place": () => "offered a place from the waiting list",
  "class.accept-place": () => "took an offered place",
  "class.decline-place": () => "declined an offered place",
  "class.let-offer-run-out": () => "let an offered place go to the next",
  "class.leave-waiting-list": () => "left the waiting list",
  "schedule.add": () => "gave it a weekly time",
  "schedule.change": ({ from }) => `changed the weekly time from ${on(from)} on`,
  "enrollment.enroll": ({ name, startsOn }) => `enrolled ${name ?? "a student"} from ${on(startsOn)} on`,
  "enrollment.drop": ({ name, lastDay, reason }) => `let ${name} leave after ${on(lastDay)}: ${reason}`,
  "student.add": ({ status }) => `added as ${status}`,
  "student.change": (after) => `changed ${listOf(Object.keys(after))}`,
  "student.change-status": ({ status, reason }) => `now ${status}${reason ? `: ${reason}` : ""}`,
  "family.add": () => "added the family",
  "family.change-guardians": () => "changed the guardians",
  "family.change-shares": () => "changed who pays which part",
  "student.add-sign-in": () => "got a sign-in",
}

const fieldWords: Record<string, string> = {
  familyId: "the family",
  firstName: "the first name",
  lastName: "the last name",
  birthDate: "the birthday",
  email: "the e-mail",
  phone: "the phone",
  code: "the student ID",
  medicalNotes: "the medical notes",
  notes: "the notes",
  instruments: "the instruments",
}

/** "changed the phone and the notes" */
export function historyInWords({ verb, noun, after }: Event): string {
  return told[`${noun}.${verb}`]?.(after) ?? `${verb.replaceAll("-", " ")} (${noun.replaceAll("-", " ")})`
}

function listOf(names: string[]): string {
  const words = names.map((name) => fieldWords[name] ?? name)
  const last = words.pop() ?? "it"
  return words.length ? `${words.join(", ")} and ${last}` : last
}
