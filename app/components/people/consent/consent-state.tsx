import { type ConsentAnswer, type ConsentState, stateLabels } from "~/models/people/consent/consent"
import { formatDate } from "~/utils/formats"

type Answer = Pick<ConsentAnswer, "isAgreed" | "number" | "name" | "signedOn"> & { on: string }

/** Where someone is with a document: the answer with who gave it and when, or that it is missing. */
export function ConsentStateText({ state, answer }: { state: ConsentState; answer: Answer | null }) {
  if (!answer) return stateLabels[state]
  const { isAgreed, number, name, on, signedOn } = answer
  const given = `${name}, ${signedOn ? `on paper, ${formatDate(signedOn, "medium")}` : formatDate(on, "medium")}, version ${number}`
  return (
    <>
      {state === "waiting" ? (
        <>
          <b>Asked again.</b> Earlier answer: {isAgreed ? "agreed" : "not agreed"}
        </>
      ) : (
        <b>{stateLabels[state]}</b>
      )}{" "}
      <span className="small dim">{given}</span>
    </>
  )
}
