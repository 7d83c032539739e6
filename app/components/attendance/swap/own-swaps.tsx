import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import {
  type SwapOfferState,
  type SwapRequestState,
  swapOfferLabels,
  swapRequestLabels,
} from "~/models/attendance/swap/swap"

type Ours = {
  id: string
  firstName: string
  when: string
  state: SwapOfferState
  isStanding: boolean
  requests: { id: string; state: SwapRequestState; when: string }[]
}

/** What the family offered, with the times it was asked for. */
export function OwnOffers({ offers }: { offers: Ours[] }) {
  if (offers.length === 0) return null
  return (
    <section className="section" aria-labelledby="ours">
      <h2 id="ours">Lessons you offered</h2>
      <ul className="rows">
        {offers.map(({ id, firstName, when, state, isStanding, requests }) => (
          <li key={id}>
            <div>
              <p>
                {firstName}: <b>{when}</b> <span className="dim">{swapOfferLabels[state]}</span>
              </p>
              {requests.map((request) => (
                <div key={request.id}>
                  <p>
                    {request.state === "asked" ? "Another family would give you " : "For "}
                    <b>{request.when}</b>
                    {request.state === "asked" ? "." : null}
                  </p>
                  {state === "open" && request.state === "asked" ? (
                    <SwapButtons
                      field="request"
                      id={request.id}
                      acts={[
                        ["accept", "Accept time", `Accept ${request.when} for ${when}`],
                        ["decline", "Decline time", `Decline ${request.when} for ${when}`],
                      ]}
                    />
                  ) : null}
                </div>
              ))}
            </div>
            {isStanding ? (
              <SwapButtons
                field="offer"
                id={id}
                acts={[["withdraw-offer", "Withdraw offer", `Withdraw the offer of ${when}`]]}
                isQuiet
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Asked = {
  id: string
  firstName: string
  when: string
  offered: string
  state: SwapRequestState
  isStanding: boolean
}

/** The times that the family asked for. */
export function OwnRequests({ asked }: { asked: Asked[] }) {
  if (asked.length === 0) return null
  return (
    <section className="section" aria-labelledby="asked">
      <h2 id="asked">Times you asked for</h2>
      <ul className="rows">
        {asked.map(({ id, firstName, when, offered, state, isStanding }) => (
          <li key={id}>
            <span>
              <b>{offered}</b> for {firstName}’s {when}{" "}
              <span className="dim">{swapRequestLabels[state]}</span>
            </span>
            {isStanding ? (
              <SwapButtons
                field="request"
                id={id}
                acts={[["withdraw-request", "Withdraw request", `Withdraw the request for ${offered}`]]}
                isQuiet
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type SwapButtonsProps = {
  field: "offer" | "request"
  id: string
  acts: [intent: string, label: string, name: string][]
  isQuiet?: boolean
}

function SwapButtons({ field, id, acts, isQuiet = false }: SwapButtonsProps) {
  return (
    <PostForm className="buttons">
      <input type="hidden" name={field} value={id} />
      {acts.map(([intent, label, name], index) => (
        <Button
          key={intent}
          type="submit"
          name="intent"
          value={intent}
          variant={isQuiet || index > 0 ? "secondary" : undefined}
          aria-label={name}
        >
          {label}
        </Button>
      ))}
    </PostForm>
  )
}
