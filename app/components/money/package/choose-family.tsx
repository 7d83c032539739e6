import { Form, useSubmit } from "@remix-run/react"
import type { ComponentProps, ReactNode } from "react"
import { FormPage } from "~/components/form/form-page"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import { Button } from "~/components/ui/button"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { paths } from "~/utils/paths"

type ChooseFamilyProps = {
  families: NameOffer | null
  /** suggests names; null for members who may not ask there */
  source?: string | null
  /** with a script, the family that was found by its name is enough */
  goesOn?: boolean
}

/** The first step of a sale or a payment: whose account it goes to. */
export function ChooseFamily({ families, source = paths.familyNames(), goesOn }: ChooseFamilyProps) {
  const submit = useSubmit()
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
        source={source ?? undefined}
        onChoose={goesOn && families.isSearched ? (form) => submit(form) : undefined}
      />
      <p>
        <Button variant="primary">Continue</Button>
      </p>
    </Form>
  )
}

type SalePageProps = ComponentProps<typeof FormPage> & {
  family: { id: string; name: string } | null
  families: NameOffer | null
  /** said where there is nothing to sell */
  empty?: ReactNode
}

/** The form of a sale, once its family is chosen. */
export const SalePage = ({ family, families, empty, back, children, ...page }: SalePageProps) => (
  <FormPage
    {...page}
    back={family ? { to: paths.family(family.id), label: family.name } : back}
    expression={family?.name}
  >
    {empty ?? (family ? children : <ChooseFamily families={families} />)}
  </FormPage>
)
