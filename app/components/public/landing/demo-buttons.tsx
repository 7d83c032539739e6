import { paths } from "~/utils/paths"

export type Entrances = {
  schoolHref: string
  soloHref: string
  /** whether visitors can open the sample school without an account */
  hasDemo: boolean
}

/** The ways in: the sample school, and a school of one's own. */
export function DemoButtons({ schoolHref, hasDemo }: Entrances) {
  return (
    <p className="buttons full">
      {hasDemo ? (
        <a className="button primary" href={paths.liveDemo()}>
          Open the demo school
        </a>
      ) : null}{" "}
      <a className={hasDemo ? "button" : "button primary"} href={schoolHref}>
        Register your music school
      </a>
    </p>
  )
}
