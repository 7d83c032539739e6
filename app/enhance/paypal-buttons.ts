// PayPal's own buttons on /select-plan, besides the full-page flow. Their script loads on demand. Their reports are
// only hints: our server asks PayPal before activating anything.

import { developmentHost } from "~/utils/development-host"
import { elementsOf } from "./elements"
import { fieldsOf } from "./form-fields"
import { focusOn } from "./toast"

type ButtonOptions = {
  createSubscription(): Promise<string>
  onApprove(approval: { subscriptionID: string }): void
  onCancel(): void
  onError(error: unknown): void
}

declare global {
  interface Window {
    paypal?: { Buttons(options: ButtonOptions): { render(part: HTMLElement): Promise<void> } }
  }
}

type ScriptConfig = { sdkUrl: string; clientId: string; intent: string; currency: string }

async function readJson<Answer>(answer: Response): Promise<Answer> {
  const body = await answer.json()
  if (!answer.ok) throw Object.assign(new Error(body.message), body)
  return body
}

/** Where a refusal of ours leads: paid or approved already, in another tab, there is a page that goes on from there. */
const onward = (refusal: unknown): string | undefined =>
  typeof refusal === "object" && refusal !== null && "to" in refusal && typeof refusal.to === "string"
    ? refusal.to
    : undefined

/** Loads the provider's script once; rejects when it isn't available. */
function loadScript({ sdkUrl, clientId, intent, currency }: ScriptConfig, nonce: string): Promise<unknown> {
  const script = document.createElement("script")
  const query = new URLSearchParams({
    "client-id": clientId,
    vault: "true",
    intent,
    currency,
    components: "buttons",
  })
  script.src = `${sdkUrl}?${query}`
  script.nonce = nonce
  script.dataset.cspNonce = nonce
  return new Promise((resolve, reject) => {
    script.addEventListener("load", resolve)
    script.addEventListener("error", () => reject(new Error(`${script.src} cannot be loaded`)))
    document.head.append(script)
  })
}

/** Makes copies of what the page keeps in a template. */
function copier(part: HTMLElement, name: string): () => HTMLElement {
  const [template] = elementsOf(`template[data-template=${name}]`, HTMLTemplateElement, part)
  return () => {
    const copy = template?.content.firstElementChild?.cloneNode(true)
    if (!(copy instanceof HTMLElement)) throw new Error(`The page has no template ${name}.`)
    return copy
  }
}

function offerButtons(part: HTMLElement, button: HTMLButtonElement, form: HTMLFormElement) {
  const { create = "", confirm = "", nonce = "" } = part.dataset
  const newToast = copier(part, "toast")
  const newProblem = copier(part, "problem")

  const showMessage = (title: string, text: string) => {
    document.querySelector("[data-paypal-toast]")?.remove()
    const toast = newToast()
    toast.dataset.paypalToast = ""
    toast.querySelector("b")?.append(title)
    toast.querySelector("p")?.append(` ${text}`)
    document.getElementById("main")?.firstElementChild?.prepend(toast)
    focusOn(toast)
  }
  /** Replaces the buttons with the error and a retry button. */
  const fail = (message: string, error: unknown) => {
    console.error(error)
    const problem = newProblem()
    problem.querySelector("p")?.append(message)
    problem.querySelector("button")?.addEventListener("click", () => location.reload())
    part.replaceChildren(problem)
  }

  const options: ButtonOptions = {
    /** A press in the window is for what is chosen now. */
    async createSubscription() {
      const body = fieldsOf(form)
      const answer = await fetch(create, { method: "POST", body, headers: { Accept: "application/json" } })
      return (await readJson<{ subscriptionId: string }>(answer)).subscriptionId
    },
    onApprove({ subscriptionID }) {
      location.assign(`${confirm}?${new URLSearchParams({ subscription_id: subscriptionID })}`)
    },
    onCancel: () => showMessage("Payment Cancelled", "Your subscription setup was cancelled."),
    onError(error) {
      const to = onward(error)
      if (to) return location.assign(to)
      fail("Payment error occurred", error)
      showMessage("Payment Error", "There was an error processing your payment. Please try again.")
    },
  }

  button.addEventListener("click", async () => {
    if (button.disabled) return
    button.disabled = true
    const label = button.textContent
    button.textContent = button.dataset.waiting ?? label
    const query = developmentHost.test(location.hostname) ? "?sandbox=true" : ""
    try {
      const answer = await fetch(`/api/paypal/config${query}`, { cache: "no-store" })
      const config = await readJson<ScriptConfig>(answer)
      if (!window.paypal) await loadScript(config, nonce)
    } catch (error) {
      return fail("Failed to load PayPal payment system", error)
    }
    try {
      if (!window.paypal) throw new Error("The provider's script brought no buttons.")
      await window.paypal.Buttons(options).render(part)
      button.remove()
    } catch (error) {
      button.textContent = label
      fail("Error initializing payment system", error)
    }
  })
  part.hidden = false
}

for (const part of elementsOf("[data-paypal-buttons]", HTMLElement)) {
  const [button] = elementsOf("button", HTMLButtonElement, part)
  const form = part.closest("form")
  if (button && form) offerButtons(part, button, form)
}
