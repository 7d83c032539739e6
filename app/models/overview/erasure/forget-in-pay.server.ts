import { extraWork, paySlipLines } from "db/schema/money-pay"
import { seats } from "db/schema/teaching-sessions"
import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { type ErasedPerson, isNameOfOthers } from "./forget-mail.server"
import type { Renamed } from "./without-facts"
import { isOneWord, type Wording, withoutNamesInLine } from "./without-person"

// A payslip calls a private lesson by its student. It stays, locked or not, with every amount, day and rule; only the name
// goes, while the erasure is noted (trigger pay_slip_lines_frozen). So does what someone wrote with other work.

/** Call it once the erasure is noted, with the classes whose names it has changed. */
export function forgetInPay(
  actor: Actor,
  person: ErasedPerson,
  studentId: string | null,
  renamed: readonly Renamed[],
) {
  const long = person.names.filter((name) => !isOneWord(name) && !isNameOfOthers(actor, name))
  const wording: Wording = {
    inNames: [],
    ofStudent: [],
    addresses: [],
    erasedName: person.erasedName,
    inTexts: long,
    inLabels: studentId ? person.names : [],
  }
  if (studentId) {
    const taught = select({ id: seats.sessionId })
      .from(seats)
      .where(and(own(actor, seats), eq(seats.studentId, studentId)))
    forgetInLines(actor, inArray(paySlipLines.sessionId, taught), { wording, renamed })
  }
  if (long.length === 0) return
  const worked = or(...long.map((name) => sql`instr(${extraWork.description}, ${name}) > 0`))
  const said = or(...long.map((name) => sql`instr(${paySlipLines.description}, ${name}) > 0`))
  forgetInLines(actor, and(isNotNull(paySlipLines.extraWorkId), said), { wording, renamed: [] })
  const works = select({ id: extraWork.id, description: extraWork.description })
    .from(extraWork)
    .where(and(own(actor, extraWork), worked))
    .all()
  for (const { id, description } of works)
    change(actor, extraWork, id, { description: without(description, { wording, renamed: [] }) })
}

type Known = { wording: Wording; renamed: readonly Renamed[] }

function forgetInLines(actor: Actor, which: SQL | undefined, known: Known) {
  const lines = select({ id: paySlipLines.id, description: paySlipLines.description })
    .from(paySlipLines)
    .where(and(own(actor, paySlipLines), which))
    .all()
  for (const { id, description } of lines) {
    const left = without(description, known)
    if (left !== description) change(actor, paySlipLines, id, { description: left })
  }
}

/** A class that was called by its student; or the name as a line's label, or in full. */
function without(description: string, { wording, renamed }: Known): string {
  const [, prefix = "", title = description] = /^(Correction: )?(.*)$/su.exec(description) ?? []
  const named = renamed.find(({ from }) => from === title)
  if (named) return `${prefix}${named.to}`
  return `${prefix}${withoutNamesInLine(title, wording)}`
}
