// Texts of the information pages. Their figures are marketing copy; the checkout has its own.
export const texts = {
  browse: "Browse Products",
  contactUs: "Contact us",
  sell: "Sell on Greenstall",

  about: {
    title: "About Greenstall",
    intro: "The market around the corner, open all week.",
    storyTitle: "Our story",
    story: [
      "Greenstall began at a Saturday market where the best tomatoes were gone by nine. The people who grew them lived ten miles away, and nobody could buy from them on a Tuesday.",
      "So we gave every stall a place that does not fold up at noon. Farmers, bakers and makers list what they have today; people nearby see it, order it, and pick it up or have it brought to their door.",
    ],
    missionTitle: "Our mission",
    mission:
      "We make buying from a neighbor as easy as buying from a chain, and keep the money in the place where it is earned.",
    statsTitle: "Greenstall in numbers",
    stats: [
      { value: "500+", label: "merchants" },
      { value: "10,000+", label: "customers" },
      { value: "50+", label: "cities" },
      { value: "$2M+", label: "paid to merchants" },
    ],
    valuesTitle: "What we stand for",
    values: [
      {
        title: "Local first",
        text: "Search starts where you are. Every product says who made it and how far away.",
      },
      {
        title: "Honest goods",
        text: "We look at every merchant, product and organic certificate before it goes live.",
      },
      { title: "Fair to makers", text: "Merchants set their prices, their hours and how far they deliver." },
      {
        title: "Less on the road",
        text: "Food that travels ten miles needs less packaging, less fuel and less time.",
      },
    ],
  },

  how: {
    title: "How it works",
    intro:
      "From the field to your table in four steps, and from your kitchen to your customers in four more.",
    tabs: "Who you are",
    customers: "For customers",
    merchants: "For merchants",
    customerSteps: [
      {
        title: "Say where you are",
        text: "Enter your ZIP code or share your position, and choose how far you would go.",
      },
      {
        title: "Find what is near",
        text: "Browse sixteen kinds of goods by distance, price or rating, or search for one thing.",
      },
      {
        title: "Fill one basket",
        text: "Buy from several merchants and pay once, by card or digital wallet.",
      },
      {
        title: "Pick up or get it delivered",
        text: "Collect it at the stall or have it brought. You see each step of your order.",
      },
    ],
    merchantSteps: [
      {
        title: "Set up your stall",
        text: "Create a merchant account with your business name, address and a few words about it.",
      },
      {
        title: "List what you have",
        text: "Add products with pictures, price and stock, and your organic certificate if you have one.",
      },
      { title: "Get approved", text: "We look at each merchant and product before customers see it." },
      { title: "Take orders", text: "Confirm, prepare, hand over. We tell your customers at every step." },
    ],
    deliveryTitle: "How it gets to you",
    delivery: [
      { title: "Store pickup", text: "Free. Ready in 1-2 hours at the merchant's address." },
      { title: "Same-day delivery", text: "At your door in 2-4 hours, where the merchant offers it." },
      { title: "Standard delivery", text: "In 1-2 days, from merchants who deliver to you." },
    ],
    pricingTitle: "What it costs",
    pricing: [
      "Browsing and a customer account are free. You pay the prices of the merchants, tax and, if you choose it, delivery.",
      "Merchants set their own prices. Listing products costs nothing.",
      "Before you pay, the checkout shows the whole amount: goods, tax and delivery.",
    ],
    moreDelivery: "More about delivery",
  },

  delivery: {
    title: "Delivery & pickup",
    intro: "Collect it yourself or have it brought. Merchants decide how far they go and what it costs.",
    optionsTitle: "Your options",
    options: [
      { title: "Store pickup", price: "Free", text: "Ready in 1-2 hours at the merchant's address." },
      { title: "Standard delivery", price: "$3-8", text: "At your door in 1-2 days." },
      {
        title: "Same-day delivery",
        price: "$8-15",
        text: "At your door in 2-4 hours, if you order before noon.",
      },
    ],
    zonesTitle: "Delivery zones",
    zonesCaption: "Delivery fee by distance",
    distance: "Distance from the merchant",
    fee: "Delivery fee",
    zones: [
      { distance: "Within 5 miles", fee: "$3" },
      { distance: "5-10 miles", fee: "$5" },
      { distance: "10-15 miles", fee: "$8" },
    ],
    zonesNote:
      "Free delivery on orders over $50 at some merchants. The checkout shows what your order costs before you pay.",
    scheduleTitle: "When it comes",
    schedule: [
      { title: "Order before noon", text: "Same-day delivery arrives in the afternoon or evening." },
      {
        title: "Order after noon",
        text: "Your order comes the next day, or in 1-2 days with standard delivery.",
      },
      { title: "Pickup", text: "We tell you when it is ready. Merchants' hours are on their pages." },
    ],
    handlingTitle: "How it is handled",
    handling: [
      { title: "Kept cool", text: "Meat, fish and dairy travel in cool boxes and are handed over cold." },
      { title: "Packed with care", text: "Fruit, eggs and glass are packed so that they arrive whole." },
      { title: "Little waste", text: "Paper and reusable crates before plastic." },
    ],
    question: "Something else about delivery?",
  },
} as const;
