import { paths } from "~/utils/paths"
import { DemoButtons, type Entrances } from "./demo-buttons"
import { LandingScore } from "./landing-score"

/** The first screen: what Tutti is, the ways to begin, one afternoon as a score. */
export function LandingHero(entrances: Entrances) {
  return (
    <div className="page-width hero promise">
      <h1>Scheduling, attendance and billing that agree with each other.</h1>
      <div className="form">
        <p className="intro">
          Tutti runs a music school, or one teacher’s studio. An absence recorded in the hallway at 3:31 is
          already right on the invoice at 3:32.
        </p>
        <DemoButtons {...entrances} />
        <p className="dim">
          {entrances.hasDemo ? "Sample data, no account, no card. " : null}
          <a href={entrances.soloHref}>I teach on my own</a>{" "}
          <a href={paths.demoRequest()} data-dialog="demo-request">
            Request a demo
          </a>
        </p>
      </div>
      <LandingScore />
    </div>
  )
}
