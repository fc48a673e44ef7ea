// The query keys of the whole app, except those of operations, which no other page needs. A change invalidates by
// prefix: `invalidateQueries({ queryKey: keys.orders.all })` covers the lists, the order pages and the counts.

/** The parameters of a call, as sent. */
type Query = object;

export const keys = {
  session: ["session"],
  config: ["config"],
  stripe: (publishableKey: string) => ["stripe", publishableKey],
  verification: (token: string) => ["verification", token],

  places: {
    all: ["places"],
    zip: (zip: string) => ["places", "zip", zip],
    near: (query: Query) => ["places", "near", query],
  },

  products: {
    all: ["products"],
    list: (query: Query) => ["products", "list", query],
    count: (query: Query) => ["products", "count", query],
    popular: (query: Query = {}) => ["products", "popular", query],
    nearbyMerchants: (query: Query = {}) => ["products", "nearby-merchants", query],
    ofMerchant: (merchantId: string, query: Query = {}) => ["products", "merchant", merchantId, query],
    similar: (id: string, query: Query = {}) => ["products", "similar", id, query],
    suggestions: (text: string) => ["products", "suggestions", text],
    one: (id: string) => ["products", "one", id],
    /** The reviews of each product, and those that a merchant received. */
    allReviews: ["products", "reviews"],
    reviews: (id: string) => ["products", "reviews", id],
    mine: ["products", "mine"],
    own: (query: Query) => ["products", "mine", query],
    received: (query: Query) => ["products", "reviews", "received", query],
  },

  merchants: {
    all: ["merchants"],
    one: (id: string) => ["merchants", "one", id],
  },

  favorites: { all: ["favorites"] },
  addresses: { all: ["addresses"] },

  orders: {
    all: ["orders"],
    /** The pages of the person's purchases and of the merchant's sales. */
    lists: ["orders", "list"],
    purchases: (query: Query) => ["orders", "list", "purchases", query],
    sales: (query: Query) => ["orders", "list", "sales", query],
    one: (id: string) => ["orders", "one", id],
  },
  /** The order of a paid checkout. It never changes, so it is not part of `orders`. */
  confirmation: (intentId: string) => ["confirmation", intentId],

  notifications: {
    all: ["notifications"],
    list: ["notifications", "list"],
  },

  messages: {
    all: ["messages"],
    conversations: ["messages", "conversations"],
    /** The unread messages, counted in the header. */
    unread: ["messages", "unread"],
    thread: (conversationId: string) => ["messages", "thread", conversationId],
  },

  account: {
    all: ["account"],
    sessions: ["account", "sessions"],
    apiKeys: ["account", "api-keys"],
    webhooks: ["account", "webhooks"],
  },

  reports: {
    all: ["reports"],
    sales: (query: Query) => ["reports", "sales", query],
    pickList: (query: Query = {}) => ["reports", "pick-list", query],
    packingList: (query: Query = {}) => ["reports", "packing-list", query],
  },

  admin: {
    all: ["admin"],
    stats: ["admin", "stats"],
    /** Every page of the approval inbox. */
    allPending: ["admin", "pending"],
    pending: (page: number) => ["admin", "pending", page],
    /** An item of the inbox that a link names. */
    review: (kind: string, id: string) => ["admin", "review", kind, id],
    history: (subject: string) => ["admin", "history", subject],
    certificate: (url: string) => ["admin", "certificate", url],
    users: (query: Query) => ["admin", "users", query],
    products: (query: Query) => ["admin", "products", query],
    orders: (query: Query) => ["admin", "orders", query],
    found: (text: string) => ["admin", "found", text],
    audit: (query: Query) => ["admin", "audit", query],
  },
} as const;
