import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

/** The parts of the administration. */
export const AdministrationTabs = ({ current }: { current: string }) => (
  <Tabs
    label="Administration"
    tabs={[
      { key: "people", to: paths.administration(), label: "People" },
      { key: "log", to: paths.auditLog(), label: "Activity" },
      { key: "data", to: paths.schoolData(), label: "Data" },
      { key: "support", to: paths.supportAccess(), label: "Support access" },
    ]}
    current={current}
  />
)
