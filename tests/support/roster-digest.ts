import type { RosterPlan } from "~/models/exchange/roster/roster-plan"
import { rowText } from "~/models/exchange/roster/roster-text"
import { addressText } from "~/utils/postal-address"

const days = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
const marked = (mark: string, value: string | null | undefined, end = "") =>
  value ? ` ${mark}${value.replaceAll("\n", " / ")}${end}` : ""

/**
 * A plan in a few lines: students as `First|Last born (status) [instrument/level] <email> phone #code +medical !emergency {notes}`,
 * families with guardians as `~ children: guardians @ address`, lessons as `= day time length teacher [instrument] price: students`,
 * rows left out as `- rows`, and problems as `! row field`.
 */
export function digestOf(plan: RosterPlan): string[] {
  const students = plan.rows.flatMap(({ student }) => {
    if (!student) return []
    const { firstName, lastName, birthDate, status, instrument, level, email, phone } = student
    const { code, medicalNotes, emergencyContact, notes } = student
    const parts = [
      marked("", birthDate),
      marked("(", status === "active" ? "" : status, ")"),
      marked("[", [instrument, level].filter(Boolean).join("/"), "]"),
      marked("<", email, ">"),
      marked("", phone),
      marked("#", code),
      marked("+", medicalNotes),
      marked("!", emergencyContact),
      marked("{", notes, "}"),
    ]
    return [`${firstName}|${lastName}${parts.join("")}`]
  })
  const childrenOf = (rowNumbers: readonly number[]) =>
    plan.rows.flatMap(({ rowNumber, student }) =>
      student && rowNumbers.includes(rowNumber) ? [student.firstName] : [],
    )
  const families = plan.families.flatMap(({ rowNumbers, guardians, address, openingMinor }) => {
    const children = childrenOf(rowNumbers)
    if (guardians.length === 0 && !address && children.length < 2) return []
    const said = guardians.map(({ name, relation, email, phone, payerShare }, at) =>
      [
        name,
        marked("(", relation, ")"),
        marked("<", email, ">"),
        marked("", phone),
        payerShare === (at === 0 ? 10_000 : 0) ? "" : ` $${payerShare / 100}`,
      ].join(""),
    )
    const where = address ? ` @ ${addressText(address)?.replaceAll("\n", ", ")}` : ""
    return [
      `~ ${children.join(", ")}: ${said.join("; ")}${where}${openingMinor ? ` =${openingMinor / 100}` : ""}`,
    ]
  })
  const lessons = plan.classes.map(({ rowNumbers, kind, instrument, teacherKey, schedule, price }) => {
    const { weekday, time, minutes, everyWeeks } = schedule
    const teacher = plan.teachers.find((each) => each.key === teacherKey)?.name
    const rows = plan.rows.filter(({ rowNumber }) => rowNumbers.includes(rowNumber))
    const parts = [
      ` ${time} ${minutes}`,
      kind === "group" ? " group" : "",
      marked("", teacher),
      marked("[", instrument, "]"),
      price ? ` $${price.amountMinor / 100}${price.billing === "monthly" ? "/mo" : ""}` : "",
    ]
    return `= ${days[weekday]}${everyWeeks ? "/2" : ""}${parts.join("")}: ${rows.map(({ name }) => name).join(", ")}`
  })
  const left = plan.rows.filter(({ state }) => state === "skipped").map(({ rowNumber }) => rowText(rowNumber))
  const problems = plan.rows.flatMap((row) =>
    row.problems.map(({ field }) => `! ${rowText(row.rowNumber)} ${field ?? ""}`.trimEnd()),
  )
  return [...students, ...families, ...lessons, ...(left.length ? [`- ${left.join(", ")}`] : []), ...problems]
}
