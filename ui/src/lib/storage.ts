// Browser storage that may be blocked, full or holding something else: reads then give nothing, writes do nothing.

export function readText(key: string, area: Storage = localStorage): string | null {
  try {
    return area.getItem(key);
  } catch {
    return null;
  }
}

export function writeText(key: string, value: string | null, area: Storage = localStorage): void {
  try {
    if (value === null) area.removeItem(key);
    else area.setItem(key, value);
  } catch {
    // The page works on without it.
  }
}

/** The stored JSON, or null when there is none or it is no JSON. The caller checks its shape. */
export function readJson(key: string): unknown {
  const text = readText(key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The keys that begin so. */
export function storedKeys(prefix: string, area: Storage = localStorage): string[] {
  try {
    return Object.keys(area).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
