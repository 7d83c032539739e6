import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AbsenceList } from "~/components/attendance/credit/absence-list"
import { CreditRules } from "~/components/attendance/credit/credit-rules"
import { FormPage } from "~/components/form/form-page"
import { ChildTabs } from "~/components/overview/family-area/child-tabs"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import { notFound, requireMember } from "~/http/guards.server"
import { listAbsences } from "~/models/attendance/absence-record/list-absences.server"
import { findChosenChild } from "~/models/overview/family-area/chosen-child.server"
import { listCreditChanges } from "~/models/teaching/credit/change-credit.server"
import { type CreditRow, withoutReplaced } from "~/models/teaching/credit/credit"
import { listCredits } from "~/models/teaching/credit/credit.server"
import { findCreditRules } from "~/models/teaching/credit/seat-credits.server"
import { formatDate } from "~/utils/formats"
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
    credits: withoutReplaced(listCredits(actor, { studentId: id })).map((credit) => ({
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
    <FormPage
      back={{
        to: paths.studentSchedule({ child: child.isSelf ? undefined : child.id }),
        label: "Schedule",
      }}
      title={child.isSelf ? "Make-up credits" : `${child.firstName}’s make-up credits`}
    >
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
    </FormPage>
  )
}

type FamilyCredit = Pick<
  CreditRow,
  | "creditId"
  | "state"
  | "minutes"
  | "originClassName"
  | "originDate"
  | "expiresOn"
  | "usedOn"
  | "revokedReason"
> & {
  /** Why the school granted, extended or revoked it. */
  reason: string | null
}

type FamilyCreditsProps = { credits: FamilyCredit[]; childId: string; mayBook: boolean }

/** A student’s credits with what became of each; the school’s reason where it changed one by hand. */
function FamilyCredits({ credits, childId, mayBook }: FamilyCreditsProps) {
  const hasOpen = credits.some(({ state }) => state === "open")
  return (
    <section className="section" aria-labelledby="credits">
      <header>
        <h2 id="credits">Credits</h2>
        {hasOpen && mayBook ? (
          <Link to={paths.studentMakeUp({ child: childId })}>Book a make-up lesson</Link>
        ) : null}
      </header>
      {credits.length === 0 ? (
        <EmptyState>No make-up credits yet. An absence reported in time can earn one.</EmptyState>
      ) : (
        <ul className="rows">
          {credits.map((credit) => (
            <li key={credit.creditId}>
              <span>
                {credit.originClassName},{" "}
                {credit.originDate ? formatDate(credit.originDate, "medium") : "granted by the school"}
                <br />
                <span className="dim">
                  {credit.minutes} min{credit.reason ? `. ${credit.reason}` : ""}
                </span>
              </span>
              <Fate credit={credit} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Fate({ credit: { state, expiresOn, usedOn } }: { credit: FamilyCredit }) {
  if (state === "open") return <Status head="open">Use by {formatDate(expiresOn, "medium")}</Status>
  if (state === "used")
    return <Status tone="ok">Used{usedOn ? ` ${formatDate(usedOn, "short")}` : ""}</Status>
  return (
    <Status head="rest" tone="dim">
      {state === "expired" ? `Expired ${formatDate(expiresOn, "medium")}` : "Revoked"}
    </Status>
  )
}
