import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FamilyMoney } from "~/components/money/invoice/family-money"
import { StudentPackages } from "~/components/money/package/packages"
import { studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { StudentClasses } from "~/components/teaching/class/student-classes"
import { Link } from "~/components/ui/button"
import { orNotFound, requireMember } from "~/http/guards.server"
import { balanceOfPage, classesOfPage, studentOfPage } from "~/http/page-reads.server"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { listStudentPackages } from "~/models/money/package/packages.server"
import { paths } from "~/utils/paths"

const mostInvoices = 8

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:money")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  const found = listInvoices(actor, { familyId: student.familyId, page: 1 })
  return {
    student: { id: student.id, firstName: student.firstName, familyId: student.familyId },
    invoices: found.rows.slice(0, mostInvoices),
    count: found.count,
    balanceMinor: balanceOfPage(actor, student.familyId),
    unbilled: sumUnbilledCharges(actor, { familyId: student.familyId }),
    classes: classesOfPage(actor, student.id),
    packages: listStudentPackages(actor, student.id, { withEnded: true }),
    currency: actor.school.currency,
    isSolo: actor.school.kind === "solo",
  }
}

export const handle: FramedPage = { tab: "billing" }

export const meta = frameTitle(studentFrame, (student) => `Billing for ${student.name}`)

export default function StudentBilling() {
  const { student, classes, packages, currency, isSolo, ...money } = useLoaderData<typeof loader>()
  return (
    <div className="two-columns">
      <div className="stack">
        <FamilyMoney familyId={student.familyId} currency={currency} {...money} />
      </div>
      <div className="stack">
        <StudentClasses
          id={student.id}
          name={student.firstName}
          classes={classes}
          currency={currency}
          isSolo={isSolo}
        />
        <StudentPackages packages={packages} sellTo={student} />
        <p className="buttons">
          <Link to={paths.family(student.familyId)}>Charges and payments</Link>{" "}
          <Link to={paths.statement(student.familyId)}>Statement</Link>{" "}
          <Link to={paths.sellPackage({ family: student.familyId, student: student.id })}>
            Sell a package
          </Link>
        </p>
      </div>
    </div>
  )
}
