// PayPal's own buttons on /select-plan, beside the way by a full page. Their script is fetched when somebody asks for
// them; what they report is only a hint: our server asks PayPal before anything is active.

const developmentHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.(localhost|local|test)|dev[.-].+)$/

const readJson = async (answer) => {
  const body = await answer.json()
  if (!answer.ok) throw Object.assign(new Error(body.message), body)
  return body
}

/** The provider's script, once; rejects when it cannot be had. */
function loadScript({ sdkUrl, clientId, intent, currency }, nonce) {
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

for (const part of document.querySelectorAll("[data-paypal-buttons]")) {
  const form = part.closest("form")
  const key = part.querySelector("button")
  const [problem, toast] = part.querySelectorAll("template")
  const { create, confirm, nonce } = part.dataset

  const copyOf = (template) => template.content.firstElementChild.cloneNode(true)
  const say = (title, text) => {
    document.querySelector("[data-paypal-toast]")?.remove()
    const said = copyOf(toast)
    said.dataset.paypalToast = ""
    said.querySelector("b").textContent = title
    said.querySelector("p").append(` ${text}`)
    said.tabIndex = -1
    document.getElementById("main").firstElementChild.prepend(said)
    said.focus()
  }
  /** In place of the buttons: what is wrong, and a key that begins again. */
  const fail = (message, error) => {
    console.error(error)
    const note = copyOf(problem)
    note.querySelector("p").textContent = message
    note.querySelector("button").addEventListener("click", () => location.reload())
    part.replaceChildren(note)
  }

  const options = {
    /** A press in the window is for what is chosen now. */
    createSubscription: async () => {
      const body = new URLSearchParams(new FormData(form))
      const answer = await fetch(create, { method: "POST", body, headers: { Accept: "application/json" } })
      return (await readJson(answer)).subscriptionId
    },
    onApprove: ({ subscriptionID }) => {
      location.assign(`${confirm}?${new URLSearchParams({ subscription_id: subscriptionID })}`)
    },
    onCancel: () => say("Payment Cancelled", "Your subscription setup was cancelled."),
    onError: (error) => {
      // Paid or approved already, in another tab: there is a page that goes on from there.
      if (error.to) return location.assign(error.to)
      fail("Payment error occurred", error)
      say("Payment Error", "There was an error processing your payment. Please try again.")
    },
  }

  key.addEventListener("click", async () => {
    if (key.disabled) return
    key.disabled = true
    const words = key.textContent
    key.textContent = key.dataset.waiting
    const query = developmentHost.test(location.hostname) ? "?sandbox=true" : ""
    try {
      const config = await fetch(`/api/paypal/config${query}`, { cache: "no-store" }).then(readJson)
      if (!window.paypal) await loadScript(config, nonce)
    } catch (error) {
      return fail("Failed to load PayPal payment system", error)
    }
    try {
      await window.paypal.Buttons(options).render(part)
      key.remove()
    } catch (error) {
      key.textContent = words
      fail("Error initializing payment system", error)
    }
  })
  part.hidden = false
}
