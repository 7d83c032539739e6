import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { CourseInstallments } from "~/components/money/prices/course-installments"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { classFrame } from "~/components/teaching/class/class-frame"
import { priceText } from "~/components/teaching/class/class-labels"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { orNotFound, requireMember } from "~/http/guards.server"
import { classOfPage, termStartOfPage } from "~/http/page-reads.server"
import { listCourse } from "~/models/money/course-price/course-price.server"
import { listClassMoney } from "~/models/overview/record/class-record.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:money")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const since = termStartOfPage(actor)
  return {
    id: found.id,
    price: found.price,
    lastDay: found.lastDay,
    coming: found.comingPrices[0],
    course: listCourse(actor, found.id),
    money: listClassMoney(actor, found.id, since),
    since: formatDate(since, "medium"),
    currency: actor.school.currency,
  }
}

export const handle: FramedPage = { tab: "billing" }

export const meta = frameTitle(classFrame, (found) => `Billing of ${found.name}`)

export default function ClassBilling() {
  const { id, price, lastDay, coming, course, money, since, currency } = useLoaderData<typeof loader>()
  const amount = (minor: number) => formatMoney(minor, currency)
  const charged = money.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0)
  const ready = money.reduce((sum, { readyMinor }) => sum + readyMinor, 0)
  return (
    <div className="two-columns">
      <section className="section" aria-labelledby="charged">
        <h2 id="charged">Charged since {since}</h2>
        {money.length === 0 ? (
          <EmptyState>
            No charges yet. They appear here once attendance is taken or a month is billed.
          </EmptyState>
        ) : (
          <>
            <DataTable
              caption="Charges by student"
              terse="labelled"
              rows={money}
              rowKey={({ studentId }) => studentId}
              columns={[
                {
                  label: "Student",
                  cell: ({ studentId, name }) => <Link to={paths.studentBilling(studentId)}>{name}</Link>,
                },
                { label: "Charged", numeric: true, cell: ({ chargedMinor }) => amount(chargedMinor) },
                {
                  label: "Ready to invoice",
                  numeric: true,
                  cell: ({ readyMinor }) => (readyMinor === 0 ? "–" : amount(readyMinor)),
                },
              ]}
            />
            <LedgerList
              rows={[
                { label: "Invoiced", amount: amount(charged - ready) },
                { label: "Ready to invoice", amount: amount(ready) },
              ]}
              total={{ label: "Charged", amount: amount(charged) }}
            />
          </>
        )}
      </section>
      <section className="section" aria-labelledby="price">
        <header>
          <h2 id="price">Price</h2>
          <Link to={paths.editClass(id)}>Change price</Link>
        </header>
        <p>
          {price ? priceText(price, currency, lastDay) : "Not set"}
          {coming && course.length === 0
            ? `. From ${formatDate(coming.fromDate, "medium")}: ${priceText(coming, currency, lastDay)}`
            : ""}
        </p>
        <CourseInstallments installments={course} currency={currency} />
      </section>
    </div>
  )
}
