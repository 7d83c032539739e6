import { type ComponentType, useEffect, useRef, useState } from "react"
import { GroupedOptions } from "~/components/form/grouped-options"
import { Button } from "~/components/ui/button"
import { FilterSelect } from "~/components/ui/filter-form"
import { choiceOf, type NameOffer, onlySearch, shownAs } from "~/models/foundation/name-search/name-search"
import type { NameChoiceProps } from "./name-choice-props"
import type { NameComboboxProps } from "./name-combobox"

/**
 * One of many by name. A list while it is short; in a large school a search, whose form sends `find`, and a list of what
 * it found. A script suggests names instead.
 */
export function NameChoice(props: NameChoiceProps) {
  const { id, name, label, sought, offer, always = [], value, prompt, problem, optional, onChoose } = props
  const find = props.find ?? onlySearch
  const search = useRef<HTMLInputElement>(null)
  const Combobox = useCombobox(offer.isSearched && props.source !== undefined)
  if (Combobox && props.source)
    return (
      <Combobox
        {...props}
        source={props.source}
        began={{ text: search.current?.value ?? "", hasFocus: document.activeElement === search.current }}
      />
    )
  const choices = [...always, ...offer.choices]
  const isListed = choices.length > 0
  const select = (
    <Framed {...props} id={id} label={label}>
      <FilterSelect
        id={id}
        name={name}
        className="w-full"
        required={!offer.isSearched && !optional}
        value={choices.some((choice) => choice.value === value) ? value : ""}
        onChange={({ currentTarget: { form, value: chosen } }) => form && chosen && onChoose?.(form)}
        {...described(id, problem, isListed ? props.hint : undefined)}
      >
        <option value="">{prompt}</option>
        <GroupedOptions choices={choices} />
      </FilterSelect>
    </Framed>
  )
  if (!offer.isSearched) return select
  const searchId = isListed ? `${id}-find` : id
  return (
    <div className="name-choice">
      <div className={problem && !isListed ? "field invalid" : "field"}>
        <label htmlFor={searchId}>{`Find ${sought} by name`}</label>
        {isListed ? null : <Problem id={id} text={problem} />}
        <div className="toolbar">
          <input
            ref={search}
            id={searchId}
            className="fill"
            type="search"
            name={find}
            defaultValue={offer.search}
            maxLength={100}
            autoComplete="off"
            {...(isListed ? {} : described(id, problem))}
          />
          <input type="hidden" name={shownAs(find)} value={offer.search} />
          {props.isPosted ? <input type="hidden" name={choiceOf(find)} value={name} /> : null}
          <Button intent="find" formNoValidate>
            Find
          </Button>
        </div>
        <p className="dim" role="status">
          {foundText(offer)}
        </p>
      </div>
      {isListed ? select : null}
    </div>
  )
}

/** What a search found, in words; nothing before one. */
function foundText({ search, choices, more }: NameOffer): string {
  if (!search) return ""
  if (choices.length === 0) return `No results for “${search}.”`
  return more ? `More than ${choices.length} match. Add to the name to see fewer.` : "Choose from the list."
}

function Framed({
  id,
  label,
  hint,
  problem,
  children,
}: Pick<NameChoiceProps, "id" | "label" | "hint" | "problem"> & { children: React.ReactNode }) {
  return (
    <div className={problem ? "field min-w-0 invalid" : "field min-w-0"}>
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <div className="hint" id={`${id}-description`}>
          {hint}
        </div>
      ) : null}
      <Problem id={id} text={problem} />
      {children}
    </div>
  )
}

const Problem = ({ id, text }: { id: string; text?: string }) =>
  text ? (
    <span className="error" id={`${id}-error`}>
      {text}
    </span>
  ) : null

const described = (id: string, problem: string | undefined, hint?: string) => ({
  "aria-invalid": problem ? (true as const) : undefined,
  "aria-describedby":
    [hint ? `${id}-description` : "", problem ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined,
})

/** Loaded only where names are searched, and not before the page is shown. */
function useCombobox(isWanted: boolean): ComponentType<NameComboboxProps> | undefined {
  const [found, setFound] = useState<{ box: ComponentType<NameComboboxProps> }>()
  useEffect(() => {
    let isHere = true
    if (isWanted)
      import("./name-combobox").then(
        ({ NameCombobox }) => isHere && setFound({ box: NameCombobox }),
        // The search button does the same.
        () => undefined,
      )
    return () => {
      isHere = false
    }
  }, [isWanted])
  return found?.box
}
