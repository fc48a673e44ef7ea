// Texts of the contact page and its form.
export const contact = {
  title: "Contact us",
  intro: "A question, an idea, something that went wrong? Write to us.",
  formTitle: "Send us a message",
  name: "Your name",
  email: "Email",
  type: "What is it about?",
  types: [
    { value: "general", label: "General question" },
    { value: "customer", label: "Customer support" },
    { value: "merchant", label: "Merchant support" },
    { value: "technical", label: "Technical problem" },
    { value: "partnership", label: "Partnership" },
  ],
  subject: "Subject",
  message: "Message",
  send: "Send Message",
  sending: "Sending…",
  nameMissing: "Name is required",
  emailInvalid: "Please enter a valid email address",
  subjectMissing: "Subject is required",
  messageMissing: "Message is required",
  sent: "Thank you for your message! We'll get back to you within 24 hours.",
  another: "Send another message",
  failed: "Your message could not be sent. Please try again.",
  failedTitle: "Your message was not sent",
  supportTitle: "Other ways to reach us",
  support: [
    { title: "Customers", text: "We answer within 4 hours." },
    { title: "Merchants", text: "We answer within 2 hours." },
  ],
  faqTitle: "Frequently asked questions",
  faq: [
    {
      question: "Where do you deliver?",
      answer:
        "Each merchant says how far they deliver. Enter your ZIP code, and the shop shows what reaches you; everything else can be picked up.",
    },
    {
      question: "Can I buy from several merchants at once?",
      answer: "Yes. You pay once, and every merchant gets an order of their own that you can follow.",
    },
    {
      question: "How do I cancel an order?",
      answer:
        "Open it under Orders in your dashboard. As long as the merchant has not confirmed it, you can cancel and get all your money back.",
    },
    {
      question: "What does the Organic badge mean?",
      answer: "The merchant sent us an organic certificate for this product, and we checked it.",
    },
    {
      question: "How do I start selling?",
      answer: "Create a merchant account, list your products, and we look at them before they go live.",
    },
    {
      question: "Is my payment safe?",
      answer:
        "Your card goes straight to our payment provider over an encrypted connection. We never store it.",
    },
  ],
};
