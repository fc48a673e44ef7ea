// People, products and orders for tests, in the API's shapes.
import type {
  ConfirmedOrder,
  Config,
  Merchant,
  MerchantProfile,
  Order,
  Product,
  ProductList,
  User,
} from "@/api/types";
import type { CartItem } from "@/lib/cart";

export const customer: User = {
  _id: "c1",
  id: "c1",
  revision: 1,
  name: "Cora Ann Customer",
  email: "cora@example.com",
  role: "customer",
  avatar: null,
  isActive: true,
  createdAt: "2026-11-01T10:00:00Z",
  address: {
    street: "2 Market Street",
    city: "San Francisco",
    state: "CA",
    zipCode: "94110",
    country: "United States",
  },
};

/** Mara, an approved merchant. */
export const seller: User = {
  ...customer,
  _id: "m1",
  id: "m1",
  name: "Mara Meadows",
  email: "mara@example.com",
  role: "merchant",
  businessInfo: {
    ...merchant().businessInfo,
    businessPhoto: undefined,
    businessLicense: "",
    website: "",
    taxId: "",
    isApproved: true,
    approvalStatus: "approved",
  },
};

export const config: Config = {
  payments: { provider: "sandbox", publishableKey: null, testMode: true },
  checkout: {
    taxRate: 0.08,
    freeStandardOver: 50,
    deliveryMethods: [
      {
        id: "pickup",
        title: "Store Pickup",
        description: "Collect it.",
        time: "Ready in 2-4 hours",
        price: 0,
      },
      {
        id: "standard-delivery",
        title: "Standard Delivery",
        description: "To your door.",
        time: "2-5 business days",
        price: 5,
      },
      {
        id: "same-day-delivery",
        title: "Same Day Delivery",
        description: "To your door today.",
        time: "Within 24 hours",
        price: 15,
      },
    ],
  },
  cart: { estimatedShipping: 5.99, freeShippingOver: 50 },
  supportEmail: "support@greenstall.example",
  supportPhone: null,
};

export function product(change: Partial<Product> = {}): Product {
  return {
    _id: "p1",
    id: "p1",
    revision: 1,
    name: "San Marzano Tomatoes",
    description: "Long, meaty and sweet.",
    price: 3.5,
    category: "produce",
    subcategory: "Vegetables",
    images: [],
    inventory: { quantity: 40, unit: "pound", lowStockThreshold: 5 },
    rating: { average: 0, count: 0 },
    isOrganic: false,
    organicCertificate: null,
    isLocallySourced: true,
    featured: false,
    harvestDate: null,
    tags: [],
    merchant: merchant(),
    fulfillment: {
      method: "both",
      pickupInstructions: "",
      deliveryOptions: {
        localDelivery: true,
        deliveryRadius: 25,
        deliveryFee: 0,
        freeDeliveryMinimum: 25,
        estimatedTime: "1-2 hours",
      },
    },
    shipping: {
      deliveryTime: { sameDay: true },
      canPickup: true,
      canDeliver: true,
      deliveryRange: 25,
      deliveryFee: 0,
    },
    distance: null,
    views: 0,
    approvalStatus: "approved",
    isActive: true,
    createdAt: "2026-11-01T10:00:00Z",
    ...change,
  };
}

export function merchant(change: Partial<Merchant> = {}): Merchant {
  return {
    _id: "m1",
    id: "m1",
    name: "Mara Meadows",
    businessInfo: {
      businessName: "Meadow Farm",
      businessType: "Farm",
      businessDescription: "",
      businessPhoto: null,
      offersPickup: true,
      offersDelivery: true,
      sameDayDelivery: true,
      deliveryRadius: 25,
      sameDayCutoff: "14:00",
    },
    address: { city: "Salinas", state: "CA", zipCode: "93901", distance: null },
    productCount: 1,
    rating: { average: 0, count: 0 },
    ...change,
  };
}

/** The public page of Meadow Farm. */
export const sellerProfile: MerchantProfile = {
  ...merchant(),
  role: "merchant",
  createdAt: "2026-05-01T10:00:00Z",
  sales: 2100,
  responseRate: null,
  rating: { average: 4.75, count: 8 },
};

/** A page of the catalog with the given products. */
export function productPage(products: Product[] = [], change: Partial<ProductList> = {}): ProductList {
  const inStock = products.filter(({ inventory }) => inventory.quantity > 0).length;
  return {
    products,
    pagination: {
      currentPage: 1,
      totalPages: products.length > 0 ? 1 : 0,
      totalProducts: products.length,
      hasMore: false,
      nextCursor: null,
    },
    locationInfo: { nearbyMerchants: [], message: null, fallbackResults: false },
    facets: {
      categories: [],
      organic: { true: 0, false: products.length },
      inStock: { true: inStock, false: products.length - inStock },
      fulfillment: { pickup: products.length, delivery: products.length },
      price: null,
    },
    correctedSearch: null,
    ...change,
  };
}

export const noProducts = productPage();

/** Two pounds of tomatoes: $7.00, with tax $7.56, delivered for $12.56. */
export const tomatoes: CartItem = {
  product: {
    _id: "p1",
    name: "San Marzano Tomatoes",
    price: 3.5,
    unit: "pound",
    merchantName: "Meadow Farm",
  },
  quantity: 2,
};

export function order(change: Partial<Order> = {}): Order {
  const amounts = { subtotal: 7, deliveryFee: 0, tax: 0.56, total: 7.56 };
  return {
    _id: "o1",
    id: "o1",
    orderNumber: "GS-261121-7K2QF-1",
    parentNumber: "GS-261121-7K2QF",
    parent: { orderNumber: "GS-261121-7K2QF", total: 7.56, refunded: 0 },
    status: "pending",
    createdAt: "2026-11-21T10:00:00Z",
    customer: { _id: "c1", id: "c1", name: "Cora Ann Customer", email: "cora@example.com" },
    merchant: {
      _id: "m1",
      id: "m1",
      name: "Mara Meadows",
      businessInfo: { businessName: "Meadow Farm" },
      address: {
        street: "1 Field Road",
        city: "Salinas",
        state: "CA",
        zipCode: "93901",
        country: "US",
      },
    },
    merchantName: "Meadow Farm",
    items: [
      {
        product: {
          _id: "p1",
          id: "p1",
          name: "San Marzano Tomatoes",
          images: [],
          inventory: { unit: "pound" },
        },
        name: "San Marzano Tomatoes",
        merchantName: "Meadow Farm",
        quantity: 2,
        unit: "pound",
        price: 3.5,
        subtotal: 7,
      },
    ],
    ...amounts,
    sharedDeliveryFee: null,
    billing: amounts,
    deliveryMethod: "pickup",
    promisedFor: null,
    deliveryInstructions: "",
    shippingAddress: null,
    billingAddress: null,
    timeline: [{ status: "pending", timestamp: "2026-11-21T10:00:00Z", note: null, actor: "customer" }],
    tracking: { trackingNumber: null, trackingUrl: null },
    shipping: { trackingNumber: null, trackingUrl: null },
    refund: null,
    ...change,
  };
}

export const confirmedOrder: ConfirmedOrder = {
  _id: "k1",
  id: "k1",
  orderNumber: "GS-261121-7K2QF",
  createdAt: "2026-11-21T10:00:00Z",
  items: [
    {
      product: { _id: "p1", id: "p1", name: "San Marzano Tomatoes", images: [] },
      name: "San Marzano Tomatoes",
      merchantName: "Meadow Farm",
      merchant: "m1",
      quantity: 2,
      unit: "pound",
      price: 3.5,
      subtotal: 7,
    },
  ],
  billing: { subtotal: 7, tax: 0.56, deliveryFee: 0, total: 7.56 },
  deliveryMethod: "pickup",
  deliveryInstructions: "",
};
