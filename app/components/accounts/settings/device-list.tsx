import { ActButton } from "~/components/form/act-button"

export type Device = { id: string; browser: string; since: string; isHere: boolean }

/** Where the person is logged in, with a button to log out each device. */
export function DeviceList({ devices }: { devices: Device[] }) {
  return (
    <section className="section" aria-labelledby="devices">
      <header>
        <h2 id="devices">Where you’re logged in</h2>
      </header>
      <ul className="rows">
        {devices.map(({ id, browser, since, isHere }) => (
          <li key={id}>
            <span>
              {browser}
              {isHere ? <b> · this device</b> : null}
              <br />
              <span className="small dim">Logged in {since}</span>
            </span>
            {isHere ? null : (
              <ActButton
                label="Log out"
                sends={{ signInId: id }}
                intent="end"
                pending="Logging out…"
                variant="danger"
                aria-label={`Log out: ${browser}, logged in ${since}`}
              />
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 ? (
        <ActButton label="Log out everywhere else" intent="end-others" pending="Logging out…" />
      ) : null}
    </section>
  )
}
