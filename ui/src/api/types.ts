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
  "/products": { get: Get<ProductList, { query?: ProductQuery }> };
  "/products/{id}": { get: Get<Product, { path: { id: string } }> };
  "/locations/zip/{zip}": { get: Get<Place, { path: { zip: string } }> };
  "/config": { get: Get<Config> };
}
