import { data } from "@remix-run/node"
import { notFound } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import { takeAsExpected } from "~/models/attendance/day/mark-day.server"
import { registerRefusals } from "~/models/attendance/register/register"
import { undoRefusals } from "~/models/attendance/register/undo-register"
import { undoRegister } from "~/models/attendance/register/undo-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { type SessionRow, sessionTitle } from "~/models/teaching/session/session"
import { paths } from "~/utils/paths"

/** Takes the attendance of a lesson as it is expected, from its card on the week, or undoes that. */
export function attendInCard(
  actor: Actor,
  session: SessionRow,
  command: "attend" | "unattend",
  search: string,
) {
  if (!may(actor, "register:take")) throw notFound()
  const card = paths.lessonCard(session.id, search)
  if (command === "unattend") {
    const undone = undoRegister(actor, session.id)
    if (undone.ok) return redirectWithToast(card, "Attendance undone.")
    return data({ message: undoRefusals[undone.reason], refused: null }, { status: 409 })
  }
  const taken = takeAsExpected(actor, session.id)
  if (!taken.ok) return data({ message: registerRefusals[taken.reason], refused: null }, { status: 409 })
  return redirectWithUndo(card, `Attendance saved for ${sessionTitle(session)}.`, {
    to: card,
    fields: { command: "unattend" },
  })
}
