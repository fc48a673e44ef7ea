// Every section and screen of the gallery; `tests/browser/gallery` takes a picture of each.
import type { ComponentType } from "react";
import { Buttons } from "./sections/Buttons";
import { Cards } from "./sections/Cards";
import { CartLines } from "./sections/CartLines";
import { Choices } from "./sections/Choices";
import { Chosen } from "./sections/Chosen";
import { Colors } from "./sections/Colors";
import { Empty } from "./sections/Empty";
import { Errors } from "./sections/Errors";
import { Filters } from "./sections/Filters";
import { Fields } from "./sections/Fields";
import { Figures } from "./sections/Figures";
import { Notices } from "./sections/Notices";
import { Pictures } from "./sections/Pictures";
import { ProductCards } from "./sections/ProductCards";
import { Queries } from "./sections/Queries";
import { Tables } from "./sections/Tables";
import { Ways } from "./sections/Ways";
import { Words } from "./sections/Words";
import { OpenCombobox } from "./screens/OpenCombobox";
import { OpenConfirm } from "./screens/OpenConfirm";
import { OpenDialog } from "./screens/OpenDialog";
import { OpenDrawer } from "./screens/OpenDrawer";
import { OpenMenu } from "./screens/OpenMenu";
import { OpenPopover } from "./screens/OpenPopover";
import { OpenSheet } from "./screens/OpenSheet";
import { OpenSkipLink } from "./screens/OpenSkipLink";
import { OpenToast } from "./screens/OpenToast";
import { OpenTooltip } from "./screens/OpenTooltip";

interface GalleryEntry {
  /** Its name in the URL and in the names of its pictures. */
  name: string;
  Content: ComponentType;
  /** It looks different on a phone, so a second picture shows that. */
  narrow?: true;
}

/** Components in the flow of the page. */
export const sections: GalleryEntry[] = [
  { name: "words", Content: Words },
  { name: "colors", Content: Colors },
  { name: "buttons", Content: Buttons },
  { name: "figures", Content: Figures },
  { name: "fields", Content: Fields },
  { name: "choices", Content: Choices },
  { name: "chosen", Content: Chosen },
  { name: "filters", Content: Filters, narrow: true },
  { name: "errors", Content: Errors },
  { name: "cards", Content: Cards },
  { name: "empty", Content: Empty },
  { name: "notices", Content: Notices, narrow: true },
  { name: "queries", Content: Queries },
  { name: "ways", Content: Ways, narrow: true },
  { name: "tables", Content: Tables, narrow: true },
  { name: "pictures", Content: Pictures },
  { name: "product-cards", Content: ProductCards, narrow: true },
  { name: "cart-lines", Content: CartLines, narrow: true },
];

/** Components that open over the page, one at a time. */
export const screens: GalleryEntry[] = [
  { name: "dialog", Content: OpenDialog },
  { name: "confirm", Content: OpenConfirm, narrow: true },
  { name: "sheet", Content: OpenSheet, narrow: true },
  { name: "drawer", Content: OpenDrawer },
  { name: "menu", Content: OpenMenu },
  { name: "popover", Content: OpenPopover },
  { name: "combobox", Content: OpenCombobox },
  { name: "toast", Content: OpenToast },
  { name: "tooltip", Content: OpenTooltip },
  { name: "skip-link", Content: OpenSkipLink },
];
