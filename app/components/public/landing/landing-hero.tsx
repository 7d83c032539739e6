import { paths } from "~/utils/paths"
import { LandingScore } from "./landing-score"

/** The first screen: what Tutti is, the two ways to begin, one afternoon as a score. */
export function LandingHero({
  schoolHref,
  soloHref,
  hasDemo,
}: {
  schoolHref: string
  soloHref: string
  /** whether visitors can open the sample school without an account */
  hasDemo: boolean
}) {
  return (
    <div className="page-width hero">
      <h1>The whole school, on one page.</h1>
      <div className="form">
        <p className="intro">
          Students, lessons, attendance, invoices and messages, kept in time with each other. An absence
          recorded in the hallway at 3:31 is already right on the invoice at 3:32.
        </p>
        <p className="buttons full">
          <a className="button primary" href={schoolHref}>
            Register your music school
          </a>{" "}
          <a className="button" href={soloHref}>
            I teach on my own
          </a>{" "}
          {hasDemo ? (
            <a className="button" href={paths.liveDemo()}>
              Open the demo school
            </a>
          ) : null}{" "}
          <a className="button plain" href={paths.demoRequest()} data-dialog="demo-request">
            Request a demo
          </a>
        </p>
      </div>
      <LandingScore />
    </div>
  )
}
