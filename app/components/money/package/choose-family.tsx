import { Form } from "@remix-run/react"
import { Button } from "~/components/ui/button"

type ChooseFamilyProps = { families: { id: string; name: string; children: string[] }[] }

/** The first step of a sale: whose account it goes to. */
export function ChooseFamily({ families }: ChooseFamilyProps) {
  return (
    <Form method="get" className="form">
      <div className="field">
        <label htmlFor="choose-family">Family</label>
        <select id="choose-family" name="family" required>
          <option value="">Choose a family</option>
          {families.map(({ id, name, children }) => (
            <option key={id} value={id}>
              {children.length > 0 ? `${name} (${children.join(", ")})` : name}
            </option>
          ))}
        </select>
      </div>
      <p>
        <Button variant="primary">Continue</Button>
      </p>
    </Form>
  )
}
