import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

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
              <PostForm>
                <input type="hidden" name="signInId" value={id} />
                <SubmitButton
                  variant="danger"
                  intent="end"
                  pending="Logging out…"
                  aria-label={`Log out: ${browser}, logged in ${since}`}
                >
                  Log out
                </SubmitButton>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 ? (
        <PostForm>
          <SubmitButton variant="secondary" intent="end-others" pending="Logging out…">
            Log out everywhere else
          </SubmitButton>
        </PostForm>
      ) : null}
    </section>
  )
}
