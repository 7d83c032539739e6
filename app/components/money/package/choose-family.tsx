import { Form } from "@remix-run/react"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import { Button } from "~/components/ui/button"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { paths } from "~/utils/paths"

/** The first step of a sale: whose account it goes to. */
export function ChooseFamily({ families }: { families: NameOffer | null }) {
  if (!families) return null
  return (
    <Form method="get" className="form">
      <NameChoice
        id="choose-family"
        name="family"
        label="Family"
        sought="a family"
        prompt="Choose a family"
        value=""
        offer={families}
        source={paths.familyNames()}
      />
      <p>
        <Button variant="primary">Continue</Button>
      </p>
    </Form>
  )
}
