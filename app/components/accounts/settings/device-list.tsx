import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

export type Device = { id: string; browser: string; since: string; isHere: boolean }

/** Where the person is signed in, with a way to end each. */
export function DeviceList({ devices }: { devices: Device[] }) {
  return (
    <section className="section" aria-labelledby="devices">
      <header>
        <h2 id="devices">Signed-in devices</h2>
      </header>
      <ul className="rows">
        {devices.map(({ id, browser, since, isHere }) => (
          <li key={id}>
            <span>
              {browser}
              {isHere ? <b> · this one</b> : null}
              <br />
              <span className="small dim">Signed in {since}</span>
            </span>
            {isHere ? null : (
              <PostForm>
                <input type="hidden" name="signInId" value={id} />
                <SubmitButton
                  variant="danger"
                  intent="end"
                  pending="Signing out…"
                  aria-label={`Sign out: ${browser}, signed in ${since}`}
                >
                  Sign out
                </SubmitButton>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 ? (
        <PostForm>
          <SubmitButton variant="secondary" intent="end-others" pending="Signing out…">
            Sign out everywhere else
          </SubmitButton>
        </PostForm>
      ) : null}
    </section>
  )
}
