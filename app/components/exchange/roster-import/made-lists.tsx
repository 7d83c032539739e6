import type { ReactNode } from "react"
import { DataTable } from "~/components/ui/data-table"
import type { DryRun } from "~/models/exchange/roster-import/dry-run"
import { countOf, formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type MadeListsProps = { run: DryRun; currency: string; isSolo: boolean }

/** The teachers, classes and families an import would create, and apart from them those it only uses, in lists that open. */
export function MadeLists({ run, currency, isSolo }: MadeListsProps) {
  const { teachers, classes, families, joined, counts } = run
  const added = teachers.filter(({ use }) => use === "create")
  const isAnyMade = added.length + classes.total + families.total > 0
  return (
    <>
      {isAnyMade ? (
        <section className="section" aria-labelledby="made">
          <h2 id="made">What will be created</h2>
          {added.length > 0 ? (
            <Teachers label={countOf(counts.teachers, "teacher")} teachers={added} />
          ) : null}
          {classes.total > 0 ? (
            <Opens label={`${countOf(counts.classes, "class", "classes")} with a weekly schedule`}>
              <Classes classes={classes} currency={currency} isSolo={isSolo} />
            </Opens>
          ) : null}
          {families.total > 0 ? (
            <Opens
              label={`${countOf(counts.families, "family", "families")}, grouped by guardians’ email, phone or name`}
            >
              <Families caption="New families" families={families} currency={currency} />
            </Opens>
          ) : null}
        </section>
      ) : null}
      <Used teachers={teachers} joined={joined} currency={currency} />
    </>
  )
}

/** What of the file isn’t created: the school has it, or it stays out. */
function Used({ teachers, joined, currency }: Pick<DryRun, "teachers" | "joined"> & { currency: string }) {
  const usedAs = (use: DryRun["teachers"][number]["use"]) => teachers.filter((each) => each.use === use)
  const lists = [
    { label: "already at your school", teachers: usedAs("existing") },
    { label: "left out", teachers: usedAs("leave-out") },
    { label: "over your plan’s limit", teachers: usedAs("no-room") },
  ].filter((list) => list.teachers.length > 0)
  if (lists.length + joined.total === 0) return null
  return (
    <section className="section" aria-labelledby="used">
      <h2 id="used">What won’t be created</h2>
      {lists.map((list) => (
        <Teachers
          key={list.label}
          label={`${countOf(list.teachers.length, "teacher")} ${list.label}`}
          teachers={list.teachers}
        />
      ))}
      {joined.total > 0 ? (
        <Opens
          label={`${countOf(joined.total, "family", "families")} already at your school, joined by new students`}
        >
          <Families caption="Families that are joined" families={joined} currency={currency} />
        </Opens>
      ) : null}
    </section>
  )
}

function Teachers({ label, teachers }: { label: string; teachers: DryRun["teachers"] }) {
  return (
    <Opens label={`${label}: ${teachers.map(({ name }) => name).join(", ")}`}>
      <ul className="rows">
        {teachers.map(({ name, rows }) => (
          <li key={name}>
            <b>{name}</b> <span className="dim">{countOf(rows, "row")}</span>
          </li>
        ))}
      </ul>
    </Opens>
  )
}

function Classes({ classes, currency, isSolo }: Pick<DryRun, "classes"> & Omit<MadeListsProps, "run">) {
  return (
    <>
      <DataTable
        caption="Classes"
        rows={classes.rows.map((row, index) => ({ ...row, index }))}
        rowKey={({ index }) => index}
        columns={[
          { label: "Class", cell: ({ name }) => name },
          { label: "When", cell: ({ when }) => when },
          { label: "Starts", cell: ({ since }) => since },
          ...(isSolo
            ? []
            : [{ label: "Teacher", cell: ({ teacher }: { teacher: string | null }) => teacher ?? "–" }]),
          { label: "Students", numeric: true, cell: ({ students }) => formatNumber(students) },
          {
            label: "Price",
            numeric: true,
            cell: ({ price }) =>
              price
                ? `${formatMoney(price.amountMinor, currency)}${price.billing === "monthly" ? " a month" : ""}`
                : "none",
          },
        ]}
      />
      <More total={classes.total} listed={classes.rows.length} />
    </>
  )
}

function Families({
  caption,
  families,
  currency,
}: {
  caption: string
  families: DryRun["families"]
  currency: string
}) {
  const hasOpening = families.rows.some(({ openingMinor }) => openingMinor !== null)
  return (
    <>
      <DataTable
        caption={caption}
        rows={families.rows.map((row, index) => ({ ...row, index }))}
        rowKey={({ index }) => index}
        columns={[
          { label: "Family", cell: ({ name }) => name },
          { label: "Guardians", cell: ({ guardians }) => guardians || "–" },
          { label: "Students", cell: ({ students }) => students },
          ...(hasOpening
            ? [
                {
                  label: "Opening balance",
                  cell: ({ openingMinor }: (typeof families.rows)[number]) =>
                    openingText(openingMinor, currency),
                },
              ]
            : []),
        ]}
      />
      <More total={families.total} listed={families.rows.length} />
    </>
  )
}

function openingText(openingMinor: number | null, currency: string): string {
  if (openingMinor === null) return "–"
  return openingMinor < 0
    ? `${formatMoney(-openingMinor, currency)} credit`
    : `${formatMoney(openingMinor, currency)} due`
}

function Opens({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details>
      <summary className="py-2.5 wrap-anywhere">{label}</summary>
      {children}
    </details>
  )
}

const More = ({ total, listed }: { total: number; listed: number }) =>
  total > listed ? <p className="dim">And {formatNumber(total - listed)} more.</p> : null
