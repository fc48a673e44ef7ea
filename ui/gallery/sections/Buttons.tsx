import { Plus, Trash2 } from "lucide-react";
import { PICTURE as PICTURE_RULE } from "@/lib/files";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { FileButton } from "@/ui/FileButton";
import { HeartButton } from "@/ui/HeartButton";
import { State, States } from "../State";
import { LONG, nothing } from "../samples";

const VARIANTS = ["primary", "secondary", "leaf", "quiet", "danger"] as const;

export function Buttons() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <States key={variant} of={variant} columns={5}>
          <State name="idle">
            <Button variant={variant}>Add to cart</Button>
          </State>
          <State name="hover" as="hover">
            <Button variant={variant}>Add to cart</Button>
          </State>
          <State name="focus" as="focus-visible">
            <Button variant={variant}>Add to cart</Button>
          </State>
          <State name="busy">
            <Button variant={variant} busy>
              Add to cart
            </Button>
          </State>
          <State name="disabled">
            <Button variant={variant} disabled>
              Add to cart
            </Button>
          </State>
        </States>
      ))}
      <States of="Sizes and words">
        <State name="small">
          <Button size="sm">Retry</Button>
        </State>
        <State name="with icon">
          <Button variant="secondary">
            <Plus aria-hidden className="size-5" />
            Add
          </Button>
        </State>
        <State name="busy label">
          <Button busy busyLabel="Signing you in…">
            Log in
          </Button>
        </State>
        <State name="link">
          <ButtonLink to="/cart">Go to cart</ButtonLink>
        </State>
        <State name="long words" wide>
          <div className="w-60">
            <Button>Continue to {LONG.slice(0, 24)} and to everything that comes after</Button>
          </div>
        </State>
      </States>
      <States of="Icons" columns={5}>
        <State name="icon">
          <Button variant="secondary" size="icon" aria-label="Add">
            <Plus aria-hidden className="size-5" />
          </Button>
        </State>
        <State name="icon, hover" as="hover">
          <Button variant="quiet" size="icon" aria-label="Remove">
            <Trash2 aria-hidden className="size-5" />
          </Button>
        </State>
        <State name="heart">
          <HeartButton label="Add to favorites" pressed={false} onClick={nothing} />
        </State>
        <State name="heart, pressed">
          <HeartButton label="Remove from favorites" pressed onClick={nothing} />
        </State>
        <State name="heart over a picture">
          <HeartButton label="Remove from favorites" pressed overPicture onClick={nothing} />
        </State>
        <State name="file" wide>
          <FileButton id="gallery-file" rule={PICTURE_RULE} onFiles={nothing}>
            Choose a picture
          </FileButton>
        </State>
      </States>
    </>
  );
}
