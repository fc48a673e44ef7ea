// The API's models under short names. They come from the services' OpenAPI documents (schema.d.ts).
import type { components, paths } from "./schema";

type Schemas = components["schemas"];

export type Role = Schemas["Role"];
/** An account as its owner sees it. */
export type User = Schemas["User"];
/** The answer to a sign-in or sign-up. */
export type SessionStart = Pick<Schemas["LoggedIn"], "token" | "user">;
export type Product = Schemas["Product"];
export type Merchant = Schemas["Merchant"];
export type ProductImage = Schemas["ProductImage"];
export type ProductList = Schemas["ProductPage"];
/** A merchant's own products with their figures. */
export type FoundOwn = Schemas["FoundOwn"];
export type Facets = Schemas["Facets"];
export type ProductRequest = Schemas["ListProductRequest"];
/** A merchant's changes to a product. */
export type ProductChanges = Schemas["ReviseProductRequest"];
/** A product that waits for approval. */
export type PendingProduct = Schemas["PendingProduct"];
/** A page of the approval inbox. */
export type PendingReviews = Schemas["PendingReviews"];
/** An action on an account, a product or an order, with its actor and reason. */
export type AuditEntry = Schemas["AuditEntry"];
export type AuditPage = Schemas["AuditPage"];
/** The result of a bulk action for each row. */
export type BulkAnswer = Schemas["BulkAnswer"];
export type SignupRequest = Schemas["SignUpRequest"];
export type Config = Schemas["ShopConfig"];
export type Order = Schemas["Order"];
export type OrderStatus = Schemas["OrderStatus"];
export type DeliveryMethod = Schemas["DeliveryMethod"];
export type Notification = Schemas["Notification"];
export type Message = Schemas["Message"];
export type Conversation = Schemas["Conversation"];
export type Review = Schemas["Review"];
export type MerchantProfile = Schemas["MerchantProfile"];
/** An entry of the address book. */
export type SavedAddress = Schemas["SavedAddress"];
export type NewAddress = Schemas["AddressEntryRequest"];
/** The query of `GET /products`; every field is optional. */
type QueryOf<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } }
  ? NonNullable<Q>
  : never;
export type OwnProductQuery = QueryOf<"/products/my-products/search">;
export type SalesQuery = QueryOf<"/orders/merchant/search">;
export type PurchaseQuery = QueryOf<"/orders/customer/search">;
export type ReceivedQuery = QueryOf<"/reviews/received">;
export type FoundSales = Schemas["FoundSales"];
export type FoundPurchases = Schemas["FoundPurchases"];
export type ReceivedReviews = Schemas["ReceivedReviews"];
export type ProductQuery = NonNullable<paths["/products"]["get"]["parameters"]["query"]>;

/** A view of the read side, as operators see it. */
export type ViewReport = Schemas["ViewReport"];
export type BuildReview = Schemas["BuildReview"];
export type RowChange = Schemas["RowChange"];
export type ParkedGroup = Schemas["ParkedGroup"];
export type DryRun = Schemas["DryRun"];
export type ParkedItem = Schemas["ParkedItem"];
/** The health of the whole system. */
export type Overview = Schemas["Overview"];
export type EventHead = Schemas["EventHead"];
export type EventDetail = Schemas["EventDetail"];
export type BackupFigures = Schemas["BackupFigures"];
export type Reason = Schemas["Reason"];
export type Story = Schemas["Story"];
export type StoryManager = Schemas["StoryManager"];
export type StoryView = Schemas["StoryView"];
export type StreamStep = Schemas["StreamStep"];
export type Lease = Schemas["Lease"];
export type ManagerReport = Schemas["ManagerReport"];
export type ManagerStep = Schemas["Subject"];
export type MoneyAtStake = Schemas["Money"];
export type Person = Schemas["Person"];
export type PersonCount = Schemas["PersonCount"];

/** The confirmation after paying: all merchants' items under the parent number. */
export type ConfirmedOrder = Schemas["ConfirmedOrder"];

export type PickListEntry = Schemas["PickListEntry"];
export type PackingListEntry = Schemas["PackingListEntry"];
export type SalesReport = Schemas["SalesReport"];
export type SalesRow = Schemas["SalesRow"];

export type { paths };
