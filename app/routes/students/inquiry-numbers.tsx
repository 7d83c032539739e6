import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { DataTable } from "~/components/ui/data-table"
import { FactList } from "~/components/ui/fact-list"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { type NumbersBy, sourceLabel } from "~/models/people/inquiry/inquiry"
import { countInquiries, findAnswerTime } from "~/models/people/inquiry/inquiry-numbers.server"
import { numbersByLabels, waitedText, withoutLabels } from "~/texts/people/enrollment-form"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

// How many of those who asked became students: by source, form, teacher and instrument, and how soon they were answered.

const isBy = (text: string | null): text is NumbersBy => text !== null && Object.hasOwn(numbersByLabels, text)

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const asked = new URL(request.url).searchParams.get("by")
  const by = isBy(asked) ? asked : "source"
  return {
    by,
    rows: countInquiries(actor, by).map(({ name, ...counts }) => ({
      ...counts,
      name: name === null ? withoutLabels[by] : by === "source" ? sourceLabel(name) : name,
    })),
    answers: findAnswerTime(actor),
  }
}

export const meta: MetaFunction = () => [{ title: "Inquiries in numbers · Tutti" }]

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number]

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
          ["Answered", formatNumber(answers.answered)],
          ["Waiting for a first answer", formatNumber(answers.waiting)],
        ]}
      />
      <Tabs
        label="Numbers by"
        current={by}
        tabs={(Object.keys(numbersByLabels) as NumbersBy[]).map((key) => ({
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
          { label: "Inquiries", numeric: true, cell: ({ asked }: Row) => formatNumber(asked) },
          { label: "Won", numeric: true, cell: ({ won }: Row) => formatNumber(won) },
          { label: "Lost", numeric: true, cell: ({ lost }: Row) => formatNumber(lost) },
          { label: "Won of all", numeric: true, cell: shareOf },
        ]}
      />
    </div>
  )
}
