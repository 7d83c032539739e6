import { useRouteLoaderData } from "@remix-run/react"
import { shellRouteId } from "~/components/form/post-form"
import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

/** The parts of the administration. A solo teacher’s school has no team. */
export function AdministrationTabs({ current }: { current: string }) {
  const shell = useRouteLoaderData<{ role: string }>(shellRouteId)
  const team = { key: "team", to: paths.team(), label: "Team" }
  return (
    <Tabs
      label="Administration"
      tabs={[
        { key: "people", to: paths.administration(), label: "People" },
        ...(shell?.role === "solo_teacher_admin" ? [] : [team]),
        { key: "log", to: paths.auditLog(), label: "Activity" },
        { key: "data", to: paths.schoolData(), label: "Data" },
        { key: "support", to: paths.supportAccess(), label: "Support access" },
      ]}
      current={current}
    />
  )
}
