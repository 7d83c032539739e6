import { FormToken } from "~/components/form/form-token"

/** Ends the renewal; the effect is said before the key is pressed. */
export function EndRenewal({ paidUntil, formToken }: { paidUntil: string; formToken: string }) {
  return (
    <section className="sec" aria-labelledby="end">
      <h2 id="end">End the subscription</h2>
      <details>
        <summary>What happens, and how</summary>
        <p>
          It does not renew. Everything stays open until {paidUntil}; after that your school’s pages close,
          and its data is kept. This cannot be taken back: to go on you would choose a plan again.
        </p>
        <form method="post">
          <FormToken token={formToken} />
          <button type="submit" className="btn plain cut" name="intent" value="end" data-pending="Ending…">
            End it on {paidUntil}
          </button>
        </form>
      </details>
    </section>
  )
}
