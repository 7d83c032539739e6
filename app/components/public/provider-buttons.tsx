import { useContext } from "react"
import { DocumentContext } from "~/components/shell/document"
import { Button } from "~/components/ui/button"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"

/**
 * The container of the provider's own buttons, inside the form that holds the choice. It appears with scripts only;
 * enhance/paypal-buttons.ts loads their script on demand.
 */
export function ProviderButtons() {
  const { nonce } = useContext(DocumentContext)
  return (
    <div
      className="section"
      hidden
      data-paypal-buttons=""
      data-create={paths.selectPlanSubscription()}
      data-confirm={paths.selectPlanReturn()}
      data-nonce={nonce}
    >
      <Button wide type="button" data-waiting={`Loading ${platformProvider}…`}>
        {`Pay in a ${platformProvider} window`}
      </Button>
      <template data-template="problem">
        <div className="callout red" role="alert">
          <p />
          <p>
            <Button type="button">Try Again</Button>
          </p>
        </div>
      </template>
      <template data-template="toast">
        <div className="toast bad" role="alert">
          <p>
            <b />
          </p>
        </div>
      </template>
    </div>
  )
}
