import type { LoaderFunctionArgs } from "@remix-run/node"
import { Outlet } from "@remix-run/react"
import { FamilyFrame, type FramedFamily } from "~/components/people/family/family-frame"
import { FailedPage, whenRecordChanges } from "~/components/shell/frame"
import { orNotFound, requireMember } from "~/http/guards.server"
import { balanceOfPage, familyOfPage, nextOfFamilyPage } from "~/http/page-reads.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { findMerge } from "~/models/money/family-merge/find-merge.server"

export const shouldRevalidate = whenRecordChanges("familyId", "family-record")

export async function loader({ request, params }: LoaderFunctionArgs): Promise<FramedFamily> {
  const actor = await requireMember(request, "family:frame")
  const family = orNotFound(familyOfPage(actor, params.familyId ?? ""))
  const upcoming = nextOfFamilyPage(actor, family.id)
  const [next] = family.students
    .flatMap(({ id, firstName }) => {
      const lesson = upcoming.get(id)
      return lesson ? [{ ...lesson, firstName }] : []
    })
    .sort((a, b) => `${a.localDate}${a.startTime}`.localeCompare(`${b.localDate}${b.startTime}`))
  const current = family.students.find(({ status }) => status !== "former")
  return {
    id: family.id,
    name: family.name,
    children: family.students.map(({ firstName }) => firstName).join(", "),
    studentId: current?.id ?? null,
    next: next
      ? {
          id: next.sessionId,
          localDate: next.localDate,
          startTime: next.startTime,
          firstName: next.firstName,
        }
      : null,
    money: seesFamilyMoney(actor)
      ? {
          balanceMinor: balanceOfPage(actor, family.id),
          unbilled: sumUnbilledCharges(actor, { familyId: family.id }),
        }
      : null,
    inPortal: family.guardians.filter(({ memberId }) => memberId).length,
    guardians: family.guardians.filter(({ erasedAt }) => erasedAt === null).length,
    currency: actor.school.currency,
    isErased: family.isErased,
    merged: family.mergedInto ? (findMerge(actor, family.id) ?? null) : null,
  }
}

export default function FamilyRecord() {
  return (
    <FamilyFrame>
      <Outlet />
    </FamilyFrame>
  )
}

export function ErrorBoundary() {
  return (
    <FamilyFrame>
      <FailedPage />
    </FamilyFrame>
  )
}
