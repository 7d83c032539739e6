import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { FactList } from "~/components/ui/fact-list"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { isNumbersBy, numbersBy, type StageFilter } from "~/models/people/inquiry/inquiry"
import { countInquiries, findAnswerTime } from "~/models/people/inquiry/inquiry-numbers.server"
import { groupLabel, numbersByLabels, waitedText } from "~/texts/people/enrollment-form"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

// How many of those who asked became students: by source, form, teacher and instrument, and how soon they were answered.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const asked = new URL(request.url).searchParams.get("by")
  const by = isNumbersBy(asked) ? asked : "source"
  return {
    by,
    rows: countInquiries(actor, by).map(({ name, ...counts }) => ({
      ...counts,
      ...{ by, of: name ?? undefined, name: groupLabel({ by, name }) },
    })),
    answers: findAnswerTime(actor),
  }
}

export const meta: MetaFunction = () => [{ title: "Inquiries in numbers · Tutti" }]

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number]

/** A number that opens its rows. */
const numberOf = (label: string, key: "asked" | "won" | "lost", stage: StageFilter) => ({
  label,
  numeric: true,
  cell: ({ by, of, name, [key]: n }: Row) =>
    n === 0 ? (
      formatNumber(n)
    ) : (
      <Link to={paths.inquiries({ stage, by, of })} aria-label={`${label}, ${name}: ${formatNumber(n)}`}>
        {formatNumber(n)}
      </Link>
    ),
})

const linked = (n: number, stage: StageFilter) =>
  n === 0 ? formatNumber(n) : <Link to={paths.inquiries({ stage })}>{formatNumber(n)}</Link>

const shareOf = ({ asked, won }: Row) => `${formatNumber(Math.round((won / asked) * 100))}%`

export default function InquiryNumbers() {
  const { by, rows, answers } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <PageHead
        title="Inquiries in numbers"
        expression="who became a student, and how soon you answered"
        back={{ to: paths.inquiries(), label: "Inquiries" }}
      />
      <FactList
        facts={[
          [
            "First answer, half of them within",
            answers.medianMs === null ? "None yet" : waitedText(answers.medianMs),
          ],
          ["Answered", linked(answers.answered, "answered")],
          ["Waiting for a first answer", linked(answers.waiting, "waiting")],
        ]}
      />
      <Tabs
        label="Numbers by"
        current={by}
        tabs={numbersBy.map((key) => ({
          key,
          label: numbersByLabels[key],
          to: paths.inquiryNumbers({ by: key }),
        }))}
      />
      <DataTable
        caption={`Inquiries by ${numbersByLabels[by].toLowerCase()}`}
        rows={rows}
        empty="No inquiries yet. Once new families ask for lessons, you see here who came."
        rowKey={({ name }) => name}
        columns={[
          { label: numbersByLabels[by], cell: ({ name }: Row) => name },
          numberOf("Inquiries", "asked", "all"),
          numberOf("Won", "won", "won"),
          numberOf("Lost", "lost", "lost"),
          { label: "Won of all", numeric: true, cell: shareOf },
        ]}
      />
    </div>
  )
}
