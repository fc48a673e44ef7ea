// The API's models under the names that pages use. They come from the services' OpenAPI documents (schema.d.ts).
import type { components, paths } from "./schema";

type Schemas = components["schemas"];

export type Role = Schemas["Role"];
/** An account as its owner sees it. */
export type User = Schemas["User"];
/** What a sign-in or sign-up answers. */
export type SessionStart = Pick<Schemas["LoggedIn"], "token" | "user">;
export type Product = Schemas["Product"];
export type ProductImage = Schemas["ProductImage"];
export type ProductList = Schemas["ProductPage"];
export type ProductRequest = Schemas["ListProductRequest"];
/** A product that waits for an admin. */
export type PendingProduct = Schemas["PendingProduct"];
export type RenamedMerchant = Schemas["RenamedMerchant"];
export type SignupRequest = Schemas["SignUpRequest"];
export type Config = Schemas["ShopConfig"];
export type Order = Schemas["Order"];
export type OrderStatus = Schemas["OrderStatus"];
export type DeliveryMethod = Schemas["DeliveryMethod"];
/** The query of `GET /products`; everything is optional. */
export type ProductQuery = NonNullable<paths["/products"]["get"]["parameters"]["query"]>;

/** What the customer sees after paying: all merchants' items under the parent number. */
export type ConfirmedOrder = Schemas["ConfirmedOrder"];

export type { paths };
