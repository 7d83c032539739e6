import type { LoaderFunctionArgs } from "@remix-run/node"
import { orNotFound, requireMember } from "~/http/guards.server"
import { answerJson } from "~/http/json.server"
import { movedSlot } from "~/models/teaching/session/moved-slot"
import { MoveForm } from "~/models/teaching/session/session-form"
import { findSession } from "~/models/teaching/session/session-list.server"
import type { SlotCheck } from "~/models/teaching/session/slot-check"
import { checkMove } from "~/models/teaching/session/slot-check.server"

/** Answers a lesson that is carried over the week: whether it may be dropped there. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const session = orNotFound(findSession(actor, params.sessionId ?? ""))
  const { searchParams } = new URL(request.url)
  const asked = searchParams.toString()
  const wish = MoveForm.safeParse(Object.fromEntries([...searchParams].filter(([, value]) => value !== "")))
  if (!wish.success) return answer({ asked, refusal: "Enter a date, a start time and a length.", free: [] })
  return answer({ asked, ...checkMove(actor, session, movedSlot(session, wish.data, searchParams)) })
}

const answer = (check: SlotCheck) => answerJson(check)
