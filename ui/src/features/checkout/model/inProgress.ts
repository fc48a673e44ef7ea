// The payments that this page is making. Only the payment step looks for their orders.

const inProgress = new Set<string>();

export const isInProgress = (intentId: string): boolean => inProgress.has(intentId);

export async function whileInProgress(intentId: string, work: () => Promise<void>): Promise<void> {
  inProgress.add(intentId);
  try {
    await work();
  } finally {
    inProgress.delete(intentId);
  }
}
