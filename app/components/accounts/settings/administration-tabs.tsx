import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

/** The parts of the administration. */
export const AdministrationTabs = ({ current }: { current: string }) => (
  <Tabs
    label="Administration"
    tabs={[
      { to: paths.administration(), label: "People", current: current === "people" },
      { to: paths.auditLog(), label: "Activity", current: current === "log" },
      { to: paths.schoolData(), label: "Data", current: current === "data" },
    ]}
  />
)
