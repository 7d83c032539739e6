import { pageOf } from "~/utils/page-number"

/** The page of a list that a request asks for. */
export const readPage = (request: Request): number => pageOf(new URL(request.url).searchParams)
