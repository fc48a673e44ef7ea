// The API as the specification describes it: the models, and `paths` in the shape of openapi-typescript.

export type Role = "customer" | "merchant" | "admin";

export interface Address {
  street?: string;
  city?: string;
  state?: string;
  zipCode?: string;
  latitude?: number;
  longitude?: number;
  country?: string;
  /** Miles from the shopper's place. */
  distance?: number;
}

export interface BusinessInfo {
  businessName?: string;
  businessType?: string;
  businessDescription?: string;
  businessPhoto?: { url: string; filename?: string } | null;
  offersPickup?: boolean;
  offersDelivery?: boolean;
  sameDayDelivery?: boolean;
  deliveryRadius?: number;
  isApproved?: boolean;
  approvalReason?: string | null;
}

export interface User {
  _id: string;
  id: string;
  name: string;
  email: string;
  role: Role;
  phone?: string;
  isActive?: boolean;
  createdAt?: string;
  businessName?: string;
  businessDescription?: string;
  address?: Address;
  businessInfo?: BusinessInfo;
}

/** What a product or a list shows of its merchant. */
export interface Merchant {
  _id: string;
  id: string;
  name?: string;
  businessInfo?: BusinessInfo;
  address?: Address;
  productCount?: number;
  rating?: Rating;
}

export interface Rating {
  average: number;
  count: number;
}

export interface ProductImage {
  url: string;
  alt?: string;
  isFeatured?: boolean;
  filename?: string;
}

export interface Product {
  _id: string;
  id: string;
  name: string;
  description: string;
  price: number;
  category: string;
  subcategory?: string;
  images: ProductImage[];
  inventory: { quantity: number; unit: string; lowStockThreshold?: number };
  rating?: Rating;
  isOrganic?: boolean;
  organicCertificate?: {
    status?: string;
    url?: string;
    filename?: string;
    originalName?: string;
    reason?: string;
  } | null;
  isLocallySourced?: boolean;
  featured?: boolean;
  harvestDate?: string | null;
  tags?: string[];
  merchant?: Merchant;
  fulfillment?: Fulfillment;
  shipping?: { deliveryTime?: { sameDay?: boolean }; canPickup?: boolean };
  /** Miles from the shopper's place. */
  distance?: number | null;
  views?: number;
  createdAt?: string;
  approvalStatus?: string;
  rejectionReason?: string | null;
  isActive?: boolean;
}

export interface Fulfillment {
  method: "pickup-only" | "delivery-only" | "both";
  pickupInstructions?: string;
  deliveryOptions?: {
    localDelivery?: boolean;
    deliveryRadius?: number;
    deliveryFee?: number;
    freeDeliveryMinimum?: number;
    estimatedTime?: string;
  };
}

export interface ProductList {
  products: Product[];
  pagination: { currentPage: number; totalPages: number; totalProducts: number; hasMore: boolean };
  locationInfo?: { nearbyMerchants?: Merchant[]; message?: string | null; fallbackResults?: boolean } | null;
}

/** The query of `GET /products`; everything is optional. */
export interface ProductQuery {
  search?: string;
  category?: string;
  merchant?: string;
  minPrice?: number;
  maxPrice?: number;
  isOrganic?: boolean;
  featured?: boolean;
  sort?: string;
  page?: number;
  limit?: number;
  zip?: string;
  latitude?: number;
  longitude?: number;
  radius?: number;
}

export interface Place {
  zipCode: string;
  city: string;
  state: string;
  stateName: string;
  latitude: number;
  longitude: number;
}

export interface SignupRequest {
  name: string;
  email: string;
  password: string;
  confirmPassword?: string;
  role: "customer" | "merchant";
  phone?: string;
  businessName?: string;
  businessDescription?: string;
  address?: Address;
}

export interface Session {
  token: string;
  user: User;
}

export interface Config {
  payments: { provider: "sandbox" | "stripe"; publishableKey: string | null; testMode: boolean };
  checkout: {
    taxRate: number;
    freeStandardOver: number | null;
    deliveryMethods: { id: string; title: string; description: string; time: string; price: number }[];
  };
}

export type OrderStatus =
  | "pending"
  | "confirmed"
  | "preparing"
  | "ready-for-pickup"
  | "out-for-delivery"
  | "shipped"
  | "delivered"
  | "cancelled"
  | "returned";

export type DeliveryMethod = "pickup" | "standard-delivery" | "same-day-delivery";

export interface ShippingAddress {
  firstName: string;
  lastName: string;
  email: string;
  phone?: string;
  address: string;
  apartment?: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
}

/** One merchant's order. */
export interface Order {
  _id: string;
  id: string;
  orderNumber: string;
  parentNumber: string;
  status: OrderStatus;
  createdAt: string;
  customer: { _id: string; name: string; email?: string | null };
  merchant: { _id: string; name?: string; businessInfo?: BusinessInfo; address?: Address | null };
  items: {
    product: { _id: string; name: string; inventory: { unit: string }; images: ProductImage[] };
    quantity: number;
    price: number;
  }[];
  subtotal: number;
  tax: number;
  deliveryFee: number;
  total: number;
  deliveryMethod: DeliveryMethod;
  deliveryInstructions?: string;
  shippingAddress?: ShippingAddress | null;
  timeline: { status: OrderStatus; timestamp: string; note?: string | null }[];
  tracking?: { trackingNumber?: string | null; trackingUrl?: string | null } | null;
  refund?: { amount: number; status: string; reason?: string | null } | null;
}

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

export interface MyProducts {
  products: Product[];
  stats: { totalProducts: number; activeProducts: number; totalViews: number; averageRating: number | null };
}

export interface AdminStats {
  totalUsers: number;
  totalMerchants: number;
  totalCustomers: number;
  totalProducts: number;
  pendingMerchants: number;
  pendingOrganic: number;
  pendingProducts: number;
}

export interface AdminPending {
  pendingMerchants: User[];
  pendingOrganic: Product[];
  pendingProducts: Product[];
}

export interface ProductRequest {
  name: string;
  description: string;
  price: number;
  category: string;
  subcategory: string;
  inventory: { quantity: number; unit: string; lowStockThreshold?: number };
  tags: string[];
  images: ProductImage[];
  isOrganic: boolean;
  fulfillment: Fulfillment;
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
type Get<Answer, Parameters = NoParameters> = Operation<Answer, never, Parameters>;
type Post<Answer, Request = never, Parameters = NoParameters> = Operation<Answer, Request, Parameters>;

export interface paths {
  "/auth/login": { post: Post<Session, { email: string; password: string }> };
  "/auth/signup": { post: Post<Session, SignupRequest> };
  "/auth/logout": { post: Post<{ success: boolean }> };
  "/auth/me": { get: Get<User> };
  "/products": {
    get: Get<ProductList, { query?: ProductQuery }>;
    post: Post<{ success: boolean; product: Product }, ProductRequest>;
  };
  "/products/{id}": { get: Get<Product, { path: { id: string } }> };
  "/locations/zip/{zip}": { get: Get<Place, { path: { zip: string } }> };
  "/config": { get: Get<Config> };
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
  "/orders/customer": { get: Get<Order[]> };
  "/orders/merchant": { get: Get<Order[]> };
  "/orders/{id}": { get: Get<Order, { path: { id: string } }> };
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
  "/products/my-products": { get: Get<MyProducts> };
  "/admin/stats": { get: Get<AdminStats> };
  "/admin/pending": { get: Get<AdminPending> };
  "/admin/users/{id}/approve": {
    put: Post<{ success: boolean }, { approved: boolean; reason?: string }, { path: { id: string } }>;
  };
  "/admin/products/{id}/approve": {
    put: Post<{ success: boolean }, { approved: boolean; reason?: string }, { path: { id: string } }>;
  };
}
