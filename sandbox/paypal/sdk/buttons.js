// Stands in for PayPal's script: `paypal.Buttons({ createSubscription, onApprove, onCancel, onError }).render(element)`.
// A press opens the buyer's window; what is chosen there comes back as a message.
{
  const origin = "__ORIGIN__"

  /** Empty at first: only a press may open a window, and the shop is asked what is bought after that. */
  const openWindow = () => window.open("", "paypal-checkout", "popup,width=480,height=720")

  /** What the buyer chose in the window; closing it is cancelling. */
  const choiceIn = (buyer) =>
    new Promise((resolve) => {
      const settle = (choice) => {
        removeEventListener("message", onMessage)
        clearInterval(watching)
        resolve(choice)
      }
      const onMessage = (event) => {
        if (event.origin !== origin || event.source !== buyer) return
        if (event.data?.from !== "paypal-window") return
        settle(event.data)
      }
      const watching = setInterval(() => buyer.closed && settle({ result: "cancelled" }), 300)
      addEventListener("message", onMessage)
    })

  const pay = async ({ createSubscription, onApprove, onCancel, onError }) => {
    const buyer = openWindow()
    if (!buyer) throw new Error("The window was not opened.")
    try {
      const id = await createSubscription({ paymentSource: "paypal" }, {})
      const choice = choiceIn(buyer)
      buyer.location = `${origin}/paypal/sdk/checkout?subscription=${encodeURIComponent(id)}`
      const { result } = await choice
      if (result === "approved") await onApprove?.({ subscriptionID: id, orderID: null }, {})
      else if (result === "declined") onError?.(new Error("INSTRUMENT_DECLINED"))
      else onCancel?.({ orderID: null })
    } catch (error) {
      buyer.close()
      throw error
    }
  }

  const look = {
    display: "block",
    width: "100%",
    minHeight: "45px",
    border: "0",
    borderRadius: "4px",
    background: "#ffc439",
    color: "#111",
    font: "600 16px system-ui, sans-serif",
    cursor: "pointer",
  }

  window.paypal = {
    version: "5.0.0-standin",
    FUNDING: { PAYPAL: "paypal" },
    Buttons(options = {}) {
      if (typeof options.createSubscription !== "function")
        throw new Error("Must pass createSubscription with vault=true and intent=subscription")
      let key
      return {
        isEligible: () => true,
        async render(to) {
          const place = typeof to === "string" ? document.querySelector(to) : to
          if (!place?.isConnected) throw new Error("Document is ready and element does not exist")
          key = document.createElement("button")
          key.type = "button"
          key.textContent = "PayPal (sandbox)"
          Object.assign(key.style, look)
          key.addEventListener("click", () => {
            pay(options).catch((error) => {
              if (options.onError) options.onError(error)
              else throw error
            })
          })
          place.append(key)
          options.onInit?.({}, {})
        },
        close: async () => key?.remove(),
      }
    },
  }
}
