import { DemoButtons, type Entrances } from "./demo-buttons"

/** The ways in, again, for those who have read to the end. */
export function LandingEnd(entrances: Entrances) {
  return (
    <section className="page-width page-section">
      <div className="last-word">
        <h2>{entrances.hasDemo ? "Try it with a full school." : "Bring your school along."}</h2>
        <DemoButtons {...entrances} />
      </div>
    </section>
  )
}
