import { z } from "zod"
import { listOfficeMembers } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { RowChange, withChanges } from "~/models/foundation/access/row-changes.server"
import { areAsLeft, undo } from "~/models/foundation/access/undo.server"
import { listHistory } from "~/models/foundation/audit/history.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { fromList } from "~/utils/form-messages"
import { neededChoice, reasonOf } from "~/utils/form-text"
import { loseInquiry, markContacted, planNextStep } from "./answer-inquiry.server"
import { findInquiry, type Inquiry, listInquiriesByIds } from "./inquiries.server"
import { noOne, stageLabels } from "./inquiry"

// What the office notes of many inquiries at once: that they were contacted, that they aren't coming, and who goes on. What an
// inquiry said before is kept, so that all of them can be taken back.

const ContactMany = z.object({ step: z.literal("contact").default("contact") })
const LoseMany = z.object({ step: z.literal("lose").default("lose"), reason: reasonOf(200) })
const AssignMany = z.object({
  step: z.literal("assign").default("assign"),
  memberId: neededChoice(fromList),
})
const Step = z.union([ContactMany, LoseMany, AssignMany])
type Step = z.output<typeof Step>

/** What was changed, and the last entry of the inquiry's activity then. */
const Before = z.object({ changes: z.array(RowChange), entryId: z.string().optional() })

/** An answer sent since may change no column, but it is in the activity. */
const lastEntryOf = (actor: Actor, inquiryId: string) =>
  listHistory(actor, [{ noun: "inquiry", ids: [inquiryId] }], 1)[0]?.id

/** Why nothing is noted of an inquiry; undefined where something is. */
function refusalOf({ stage, studentId, memberId }: Inquiry, choice: Step): string | undefined {
  if (stage === "lost") return "Is marked as lost already"
  if (stage === "won" || (studentId !== null && choice.step !== "assign")) return "Is a student"
  if (choice.step === "assign")
    return (memberId ?? noOne) === choice.memberId ? "Is theirs already" : undefined
  if (choice.step === "contact") return stage === "new" ? undefined : "Was contacted already"
  return stage === "trial" || stage === "offered"
    ? "Has a trial lesson or an offer: mark it as lost on its own page"
    : undefined
}

type Team = ReadonlyMap<string, string>

const teamOf = (actor: Actor): Team =>
  new Map([
    [noOne, "Anyone in the office"],
    ...listOfficeMembers(actor).map(({ id, name }) => [id, name] as const),
  ])

/** "New → Contacted" */
function changeText(team: Team, { stage, memberId }: Inquiry, choice: Step): string {
  const change =
    choice.step === "assign"
      ? [team.get(memberId ?? noOne) ?? team.get(noOne), team.get(choice.memberId)]
      : [stageLabels[stage], stageLabels[choice.step === "contact" ? "contacted" : "lost"]]
  return change.join(" → ")
}

function planStep(actor: Actor, ids: readonly string[], choice: Step): PlannedItem[] {
  const team = teamOf(actor)
  return listInquiriesByIds(actor, ids).map((inquiry) => {
    const { id, name } = inquiry
    const refusal = refusalOf(inquiry, choice)
    return { id, name, text: refusal ?? changeText(team, inquiry, choice), can: refusal === undefined }
  })
}

function take(actor: Actor, inquiry: Inquiry, choice: Step) {
  if (choice.step === "contact") return markContacted(actor, inquiry.id)
  if (choice.step === "lose") return loseInquiry(actor, inquiry.id, choice.reason)
  const { nextStep, nextOn } = inquiry
  return planNextStep(actor, inquiry.id, {
    ...(nextStep ? { nextStep } : {}),
    ...(nextOn ? { nextOn } : {}),
    ...(choice.memberId === noOne ? {} : { memberId: choice.memberId }),
  })
}

const gone = "Is no longer there"
const notInOffice = "This person no longer works in your office"

/** The work of all three. */
export const inquiryWork: TaskWork<Step> = {
  about: Step,
  atMost: 10,
  carryOut: (actor, choice, { subjectId }): ItemOutcome => {
    const inquiry = findInquiry(actor, subjectId)
    const refusal = inquiry ? refusalOf(inquiry, choice) : gone
    if (!inquiry || refusal) return { ok: false, reason: refusal ?? gone }
    const { answer, changes } = withChanges(() => take(actor, inquiry, choice))
    if (!answer.ok) return { ok: false, reason: answer.reason === "no-member" ? notInOffice : gone }
    return {
      ok: true,
      note: changeText(teamOf(actor), inquiry, choice),
      before: { changes, entryId: lastEntryOf(actor, subjectId) },
    }
  },
  undo: (actor, _choice, { subjectId, before }): ItemOutcome => {
    const { changes, entryId } = Before.parse(before)
    const isAsLeft = lastEntryOf(actor, subjectId) === entryId && areAsLeft(actor, changes)
    return isAsLeft && !undo(actor, changes) ? { ok: true } : { ok: false, reason: "Was changed again" }
  },
}

const noting = <Choice extends Step>(choice: z.ZodType<Choice>): BulkAct<Step> => ({
  permission: "student:write",
  choice,
  kind: "set-answers",
  plan: planStep,
  work: inquiryWork,
})

export const contactInquiries = noting(ContactMany)
export const loseInquiries = noting(LoseMany)
export const assignInquiries: BulkAct<Step> = {
  ...noting(AssignMany),
  refuse: (actor, choice) =>
    choice.step === "assign" && !teamOf(actor).has(choice.memberId) ? { memberId: notInOffice } : undefined,
}
