export const texts = {
  progress: (name: string) => `Uploading ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
} as const;
