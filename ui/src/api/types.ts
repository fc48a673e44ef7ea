// The API's models under the names that pages use. They come from the services' OpenAPI documents (schema.d.ts).
import type { components, paths as documented } from "./schema";

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
export type SignupRequest = Schemas["SignUpRequest"];
export type Config = Schemas["ShopConfig"];
export type Order = Schemas["Order"];
export type OrderStatus = Schemas["OrderStatus"];
export type DeliveryMethod = Schemas["DeliveryMethod"];
export type ShippingAddress = Schemas["ShippingAddress"];
/** The query of `GET /products`; everything is optional. */
export type ProductQuery = NonNullable<documented["/products"]["get"]["parameters"]["query"]>;

/** What the customer sees after paying: all merchants' items under the parent number. */
export interface ConfirmedOrder {
  orderNumber: string;
  createdAt: string;
  items: {
    name: string;
    merchantName: string;
    quantity: number;
    unit: string;
    price: number;
    subtotal: number;
    product: { _id: string; images: ProductImage[] };
  }[];
  billing: { subtotal: number; deliveryFee: number; tax: number; total: number };
  deliveryMethod: DeliveryMethod;
  deliveryInstructions?: string;
  shippingAddress?: ShippingAddress | null;
}

interface CheckoutAmounts {
  subtotal: number;
  tax: number;
  deliveryFee: number;
  total: number;
}

interface PaymentIntent {
  id: string;
  status: string;
  client_secret: string;
}

interface NoParameters {
  query?: never;
  header?: never;
  path?: never;
  cookie?: never;
}
type Json<T> = { content: { "application/json": T } };
type Body<T> = [T] extends [never] ? { requestBody?: never } : { requestBody: Json<T> };
type Operation<Answer, Request, Parameters> = Body<Request> & {
  parameters: Omit<NoParameters, keyof Parameters> & Parameters;
  responses: { 200: { headers: Record<string, unknown> } & Json<Answer> };
};
type Post<Answer, Request = never, Parameters = NoParameters> = Operation<Answer, Request, Parameters>;

/** Calls that the documents do not describe yet. */
interface Undocumented {
  "/payments/create-intent": {
    post: Post<
      { success: boolean; paymentIntent: PaymentIntent; clientSecret: string; checkout: CheckoutAmounts },
      {
        amount: number;
        currency: string;
        shipping: object;
        billing: object;
        items: { id: string; name: string; price: number; quantity: number }[];
      }
    >;
  };
  "/payments/sandbox/{intentId}/confirm": {
    post: Post<
      PaymentIntent,
      {
        clientSecret: string;
        card: { number: string; expMonth: number; expYear: number; cvc: string };
        authenticated?: boolean;
      },
      { path: { intentId: string } }
    >;
  };
  "/orders/create": { post: Post<{ success: boolean; order: ConfirmedOrder }, { paymentIntentId: string }> };
  "/orders/{id}/status": {
    put: Post<
      { success: boolean },
      {
        status: OrderStatus;
        reason?: string;
        note?: string;
        shipping?: { trackingNumber?: string; trackingUrl?: string };
      },
      { path: { id: string } }
    >;
  };
  "/orders/{id}/cancel": { put: Post<{ success: boolean }, { reason?: string }, { path: { id: string } }> };
}

export type paths = documented & Undocumented;
