import type { MetaFunction } from "@remix-run/node"
import {
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  type ShouldRevalidateFunctionArgs,
  type useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react"
import { createContext, type ReactNode, useContext } from "react"
import { ErrorText } from "~/components/public/error-page"
import { PageHead, type PageHeadProps } from "~/components/ui/page-head"
import { hasLoadedSinceForms, useFrameLoaded } from "./loaded-frames"

// A frame is what the pages of one record or area share: a layout route's heading and tabs. A page declares in its
// `handle` what the frame shows for it, and renders only the rest.

/** A frame's id in the route table, which knows what the layout's loader answers. */
export type FrameId<Loaded> = string & { readonly loads?: Loaded }

/** A page's `handle`: how its frame looks while it is open. */
export type FramedPage<Loader = unknown, Loaded = unknown> = {
  /** the tab that is current */
  tab?: string
  /** the heading, where it isn't the frame's own; shown even when the page has failed */
  title?: string
  /** the column that heading and page fill */
  column?: "stack narrow" | "form" | "form narrow"
  /** what the heading shows for the page, from the data of the page and the frame */
  head?: (page: ReturnType<typeof useLoaderData<Loader>>, frame: Loaded) => Partial<PageHeadProps>
}

/** A page in a frame whose heading is the document's title as well. */
export const framed = <Loader = unknown, Loaded = unknown>(
  handle: FramedPage<Loader, Loaded> & { title: string },
) => ({ handle, meta: () => [{ title: `${handle.title} · Tutti` }] })

type FrameProps = {
  /** what the layout's loader answered, for the page's heading */
  loaded?: unknown
  /** the heading, unless the page has one of its own */
  head?: Partial<PageHeadProps>
  /** shown above the heading */
  above?: ReactNode
  /** what a record says above its tabs, the same on each of them */
  facts?: (current: string | undefined) => ReactNode
  tabs?: (current: string | undefined) => ReactNode
  children: ReactNode
}

const HasHeading = createContext(false)

/** Heading and tabs around a page. They stay the same elements while the pages in them change. */
export function Frame({ loaded, head, above, facts, tabs, children }: FrameProps) {
  const page = useMatches().at(-1)
  if (!page || !isFramed(page.handle)) return children
  const { handle, data } = page
  // After an action that threw, the page's loader has not run: its data is null.
  const own = data === undefined || data === null ? undefined : handle.head?.(data, loaded)
  const title = own?.title ?? handle.title ?? head?.title
  if (title === undefined) return children
  return (
    <div className={handle.column ?? "stack"}>
      {above}
      <PageHead {...head} {...own} title={title} />
      {facts?.(handle.tab)}
      {tabs?.(handle.tab)}
      <HasHeading.Provider value={true}>{children}</HasHeading.Provider>
    </div>
  )
}

const isFramed = (handle: unknown): handle is FramedPage =>
  typeof handle === "object" &&
  handle !== null &&
  ["tab", "title", "column", "head"].some((fact) => fact in handle)

/** Replaces a page that failed, under its frame's heading or with one of its own. */
export function FailedPage() {
  const error = useRouteError()
  const hasHeading = useContext(HasHeading)
  return <ErrorText status={isRouteErrorResponse(error) ? error.status : 500} isPart={hasHeading} />
}

/** A frame's data; undefined when its own loader failed, or didn't run because an action threw. */
export function useFrame<Loaded>(frame: FrameId<Loaded>): Loaded | undefined {
  const loaded = useRouteLoaderData(frame) as Loaded | undefined
  useFrameLoaded(frame, loaded)
  return loaded
}

/** The same for a page in the frame, which renders only where the frame has loaded. */
export function useLoadedFrame<Loaded>(frame: FrameId<Loaded>): Loaded {
  const loaded = useFrame(frame)
  if (loaded === undefined) throw new Error(`There is no frame ${frame} around this page.`)
  return loaded
}

/** The title of a page, by what it has loaded. */
export const pageTitle =
  <Loader,>(
    say: (page: ReturnType<typeof useLoaderData<Loader>>) => string,
    missing = "Not found",
  ): MetaFunction<Loader> =>
  ({ data }) => [{ title: `${data ? say(data as Parameters<typeof say>[0]) : missing} · Tutti` }]

/** The same by what its frame has loaded. */
export const frameTitle =
  <Loaded,>(frame: FrameId<Loaded>, say: (loaded: Loaded) => string): MetaFunction =>
  ({ matches }) => {
    const loaded = matches.find((match) => match?.id === frame)?.data as Loaded | undefined
    return [{ title: `${loaded ? say(loaded) : "Not found"} · Tutti` }]
  }
/** Whether a navigation only changes the address or its search: no form, nothing to refresh. */
const isPlainStep = ({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  (formMethod === undefined || formMethod === "GET") && currentUrl.href !== nextUrl.href

/** Reloads what pages share after every form, also after one that a navigation has interrupted. */
export const afterForms =
  (frame: string): ShouldRevalidateFunction =>
  (step) =>
    (!isPlainStep(step) || !hasLoadedSinceForms(frame)) && step.defaultShouldRevalidate

/** The same for a record's pages: also for another record. */
export const whenRecordChanges =
  (parameter: string, frame: string): ShouldRevalidateFunction =>
  (step) =>
    step.currentParams[parameter] !== step.nextParams[parameter] || afterForms(frame)(step)
