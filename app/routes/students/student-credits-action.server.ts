import { intent, intents } from "~/http/intents.server"
import { cancelMakeUp } from "~/models/attendance/make-up/cancel-make-up.server"
import { excuseAbsence, withdrawExcuse } from "~/models/attendance/notice/excuse.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { findStudent } from "~/models/people/student/student.server"
import { extendCredit, grantCredit, revokeByHand } from "~/models/teaching/credit/change-credit.server"
import { creditRefusalFields } from "~/models/teaching/credit/credit-change"
import {
  CancelBookingForm,
  ExcuseForm,
  ExtendCreditForm,
  GrantCreditForm,
  RevokeCreditForm,
  UndoCreditForm,
  WithdrawExcuseForm,
} from "~/models/teaching/credit/credit-change-form"
import { undoCreditChange } from "~/models/teaching/credit/undo-credit-change.server"
import { cancelBookingRefusals, excuseRefusals } from "~/texts/attendance/refusals"
import { creditChangeRefusals } from "~/texts/teaching/refusals"
import { formatDate } from "~/utils/date-text"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"

type Student = NonNullable<ReturnType<typeof findStudent>>
/** What the office does to a student's credits and late absences by hand, one intent each. */
export function changeCredits(actor: Actor, student: Student, request: Request) {
  const to = paths.studentCredits(student.id)
  const name = fullName(student)
  const refused = { field: creditRefusalFields, status: 409, refusals: creditChangeRefusals }
  const changed = ({ changeId }: { changeId: string }, title: string) => ({
    title,
    undo: { to, fields: { intent: "undo", change: changeId } },
  })
  return intents(request, to, {
    grant: intent({
      schema: GrantCreditForm,
      run: (credit) => grantCredit(actor, student.id, credit),
      ...refused,
      saved: (done, { lastDay }) =>
        changed(done, `1 make-up credit granted to ${name} until ${formatDate(lastDay, "medium")}.`),
    }),
    extend: intent({
      schema: ExtendCreditForm,
      run: ({ credit: creditId, ...values }) => extendCredit(actor, student.id, { creditId, ...values }),
      ...refused,
      saved: (done, { lastDay }) =>
        changed(done, `Make-up credit of ${name} extended until ${formatDate(lastDay, "medium")}.`),
    }),
    revoke: intent({
      schema: RevokeCreditForm,
      run: ({ credit: creditId, ...values }) => revokeByHand(actor, student.id, { creditId, ...values }),
      ...refused,
      saved: (done) => changed(done, `Make-up credit of ${name} revoked.`),
    }),
    undo: intent({
      schema: UndoCreditForm,
      run: ({ change }) => undoCreditChange(actor, student.id, change),
      status: 409,
      refusals: { ...creditChangeRefusals, "credit-unknown": 404 },
      saved: `Change to ${name}’s make-up credit undone.`,
    }),
    "cancel-booking": intent({
      schema: CancelBookingForm,
      run: ({ session }) => cancelMakeUp(actor, student.id, session),
      status: 409,
      refusals: { ...cancelBookingRefusals, "not-booked": 404 },
      saved: ({ until, isLesson }, { session }) => ({
        title: `Make-up booking of ${name} canceled. The credit is available until ${formatDate(until, "medium")}.`,
        undo: {
          to: isLesson ? paths.editSession(session) : paths.makeUp(student.id),
          fields: { [isLesson ? "command" : "offer"]: isLesson ? "restore" : session },
        },
      }),
    }),
    excuse: intent({
      schema: ExcuseForm,
      run: ({ seat, note }) => excuseAbsence(actor, student.id, seat, note),
      status: 409,
      refusals: { ...excuseRefusals, "seat-unknown": 404 },
      saved: `${name}’s absence counts as reported in time.`,
    }),
    unexcuse: intent({
      schema: WithdrawExcuseForm,
      run: ({ seat }) => withdrawExcuse(actor, student.id, seat),
      status: 409,
      refusals: { ...excuseRefusals, "seat-unknown": 404 },
      saved: `${name}’s absence counts as late again.`,
    }),
  })
}
