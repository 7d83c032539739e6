import { Callout } from "~/components/ui/callout"
import { paths } from "~/utils/paths"

/** Over every page of a live demo: whose it is, until when, and the ways on. */
export function DemoNotice({ until }: { until: string }) {
  return (
    <Callout>
      <p>
        This demo school is yours until {until}. No email is sent.{" "}
        <a href={paths.liveDemo()}>Open as someone else</a> ·{" "}
        <a href={paths.signUp()}>Start your own school</a>
      </p>
    </Callout>
  )
}
