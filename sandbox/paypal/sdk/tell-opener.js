// The end of the buyer's window: says to the shop's page, and to no other, what was chosen.
const { searchParams } = new URL(location.href)
window.opener?.postMessage(
  {
    from: "paypal-window",
    result: searchParams.get("result"),
    subscriptionID: searchParams.get("subscription"),
  },
  document.currentScript.dataset.shop,
)
window.close()
