export const texts = {
  differ: "Passwords do not match",
  met: "(done)",
  needs: "A password needs",
  rules: {
    length: { short: "8 characters", message: "Password must be at least 8 characters long" },
    upper: { short: "an uppercase letter", message: "Password must contain at least one uppercase letter" },
    lower: { short: "a lowercase letter", message: "Password must contain at least one lowercase letter" },
    number: { short: "a number", message: "Password must contain at least one number" },
    special: {
      short: "a special character",
      message: 'Password must contain at least one special character (!@#$%^&*(),.?":{}|<>)',
    },
  },
} as const;
