import { Router } from "express"
import type { State } from "../state"
import { notFound, readBody } from "./errors"
import { newId } from "./ids"
import { paged } from "./paging"
import { describeProduct, ProductBody } from "./product"
import { rememberRequest, wantsRepresentation } from "./remembered-requests"

/** Catalog Products v1: create, list, show. */
export function productRoutes(state: State) {
  const router = Router()

  router.post("/v1/catalogs/products", (request, response) => {
    const body = readBody(ProductBody, request.body)
    const { resourceId, repeated } = rememberRequest(state, request, {
      call: "products.create",
      keptFor: "PT72H",
      work: () => {
        const at = state.clock.stamp()
        return state.products.save({
          ...body,
          id: body.id ?? newId.product(),
          create_time: at,
          update_time: at,
        }).id
      },
    })
    const product = describeProduct(state, showProduct(state, resourceId))
    const { id, name, description, create_time, links } = product
    response
      .status(repeated ? 200 : 201)
      .json(wantsRepresentation(request) ? product : { id, name, description, create_time, links })
  })

  router.get("/v1/catalogs/products", (request, response) => {
    response.json(
      paged(state, request, "products", state.products.list(), (product) => {
        const { id, name, description, create_time, links } = describeProduct(state, product)
        return { id, name, description, create_time, links }
      }),
    )
  })

  router.get("/v1/catalogs/products/:productId", (request, response) => {
    response.json(describeProduct(state, showProduct(state, request.params.productId)))
  })

  return router
}

function showProduct(state: State, id: string) {
  const product = state.products.find(id)
  if (!product) throw notFound()
  return product
}
