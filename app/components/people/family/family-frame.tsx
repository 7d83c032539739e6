import type { ReactNode } from "react"
import { ActButton } from "~/components/form/post-form"
import { Frame, type FrameId, useFrame } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { FigureRow } from "~/components/ui/figure-row"
import { useHasRight } from "~/components/ui/limits"
import { Tabs } from "~/components/ui/tabs"
import { countOf, dayName, formatDate, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** What a family's pages share. */
export type FramedFamily = {
  id: string
  name: string
  /** "Emma, Noah" */
  children: string
  /** the student through whom the family is written to */
  studentId: string | null
  next: { id: string; localDate: string; startTime: string; firstName: string } | null
  /** null for members who don’t see balances */
  money: { balanceMinor: number; unbilled: { charges: number; amountMinor: number } } | null
  inPortal: number
  guardians: number
  currency: string
  /** the family that this one was merged into, the day, and whether that can be undone */
  merged: MergedAway | null
  /** All its people were erased. */
  isErased: boolean
}

export const familyFrame: FrameId<FramedFamily> = "family-record"

/** Name, actions, figures and tabs: the same on all pages about one family. */
export function FamilyFrame({ children }: { children: ReactNode }) {
  const family = useFrame(familyFrame)
  if (!family) return children
  return (
    <Frame
      loaded={family}
      head={{
        title: family.name,
        back: { to: paths.families(), label: "Families" },
        expression: family.children || undefined,
        actions: family.merged || family.isErased ? undefined : <Actions family={family} />,
      }}
      facts={(current) =>
        family.merged ? <MergedFamily merged={family.merged} /> : current ? <Facts family={family} /> : null
      }
      tabs={(current) => (
        <Tabs
          label="Family pages"
          current={current}
          tabs={[
            { key: "overview", label: "Overview", to: paths.familyRecord(family.id) },
            { key: "billing", label: "Billing", to: paths.family(family.id) },
            { key: "messages", label: "Messages", to: paths.familyMessages(family.id) },
            { key: "activity", label: "Activity", to: paths.familyActivity(family.id) },
          ]}
        />
      )}
    >
      {children}
    </Frame>
  )
}

function Actions({ family: { id, studentId } }: { family: FramedFamily }) {
  const hasRight = useHasRight()
  return (
    <>
      <LinkButton to={paths.newInvoice({ family: id })}>New invoice</LinkButton>{" "}
      {hasRight("payment:record") ? (
        <LinkButton to={paths.family(id, { payment: "new" })}>Take payment</LinkButton>
      ) : null}{" "}
      {studentId && hasRight("message:all") ? (
        <LinkButton variant="primary" to={paths.newMessage({ to: `student:${studentId}` })}>
          Message family
        </LinkButton>
      ) : null}
    </>
  )
}

function Facts({ family }: { family: FramedFamily }) {
  const { id, name, next, money, currency, inPortal, guardians } = family
  return (
    <FigureRow
      label={`${name} at a glance`}
      items={[
        ...(money
          ? [
              {
                figure: formatMoney(Math.abs(money.balanceMinor), currency),
                label: money.balanceMinor < 0 ? "account credit" : "balance due",
                to: paths.family(id),
              },
              {
                figure: formatMoney(money.unbilled.amountMinor, currency),
                label: `ready to invoice, ${countOf(money.unbilled.charges, "item")}`,
                to: paths.newInvoice({ family: id }),
              },
            ]
          : []),
        next
          ? {
              figure: `${dayName(next.localDate, "short")} ${formatTime(next.startTime)}`,
              label: `next lesson, ${next.firstName}, ${formatDate(next.localDate, "day")}`,
              to: paths.session(next.id),
            }
          : { figure: "–", label: "no upcoming lessons" },
        {
          figure: `${inPortal} of ${guardians}`,
          label: "guardians in the portal",
          to: `${paths.familyRecord(id)}#guardians`,
        },
      ]}
    />
  )
}

/** Where a family went that was merged into another. */
type MergedAway = {
  into: { id: string; name: string }
  on: string | null
  /** null for those who don’t merge families */
  undo: { taskId: string; refusal: string | null } | null
}

/** Above each page of a family that was merged into another: where everyone and everything is, and the way back. */
function MergedFamily({ merged: { into, on, undo } }: { merged: MergedAway }) {
  return (
    <Callout tone="blue">
      <p>
        Merged into <Link to={paths.familyRecord(into.id)}>{into.name}</Link>
        {on ? ` on ${formatDate(on, "medium")}` : ""}. Its students, guardians, invoices and payments are
        there.
      </p>
      {undo?.refusal ? <p>{undo.refusal}</p> : null}
      {undo && !undo.refusal ? (
        <ActButton label="Undo merge" action={paths.task(undo.taskId)} intent="undo" pending="Undoing…" />
      ) : null}
    </Callout>
  )
}
