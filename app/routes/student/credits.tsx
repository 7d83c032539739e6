import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AbsenceList } from "~/components/attendance/credit/absence-list"
import { CreditRules } from "~/components/attendance/credit/credit-rules"
import { ChildTabs } from "~/components/overview/family-area/child-tabs"
import { FamilyCredits } from "~/components/overview/family-area/family-credits"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { listAbsences } from "~/models/attendance/absence-record/list-absences.server"
import { findChosenChild } from "~/models/overview/family-area/chosen-child.server"
import { listCredits } from "~/models/teaching/credit/credit.server"
import { findCreditRules } from "~/models/teaching/credit/seat-credits.server"
import { listCreditChanges } from "~/models/teaching/credit/undo-credit-change.server"
import { paths } from "~/utils/paths"

/** A student's make-up credits as the family sees them, and why each absence earned one or none. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { child: student, students } = findChosenChild(actor, request)
  if (!student) throw notFound()
  const { id, firstName, as } = student
  const reasons = new Map(
    listCreditChanges(actor, id)
      .filter(({ isUndone }) => !isUndone)
      .map(({ creditId, reason }) => [creditId, reason]),
  )
  return {
    family: students.map((each) => ({ id: each.id, firstName: each.firstName })),
    child: { id, firstName, isSelf: as !== "guardian" },
    mayBook: as !== "child",
    rules: findCreditRules(actor, id),
    credits: listCredits(actor, { studentId: id }).map((credit) => ({
      ...credit,
      reason: reasons.get(credit.creditId) ?? null,
    })),
    absences: listAbsences(actor, id),
  }
}

export const meta: MetaFunction = () => [{ title: "Make-up credits · Tutti" }]

export default function Credits() {
  const { family, child, mayBook, rules, credits, absences } = useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <PageHead
        back={{
          to: paths.studentSchedule({ child: child.isSelf ? undefined : child.id }),
          label: "Schedule",
        }}
        title={child.isSelf ? "Make-up credits" : `${child.firstName}’s make-up credits`}
      />
      <ChildTabs family={family} current={child.id} to={(id) => paths.familyCredits({ child: id })} />
      <CreditRules rules={rules} />
      <FamilyCredits credits={credits} childId={child.id} mayBook={mayBook} />
      <section className="section" aria-labelledby="absences">
        <h2 id="absences">Absences</h2>
        <AbsenceList
          absences={absences}
          lessonTo={(sessionId) => paths.studentSession(sessionId, { child: child.id })}
        />
      </section>
    </div>
  )
}
