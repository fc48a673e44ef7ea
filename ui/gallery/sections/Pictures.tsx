import { Picture } from "@/ui/Picture";
import { Thumbnail } from "@/ui/Thumbnail";
import { State, States } from "../State";
import { PICTURE } from "../samples";

export function Pictures() {
  return (
    <>
      <States of="Picture">
        <State name="there">
          <Picture src={PICTURE} alt="A squash" eager />
        </State>
        <State name="square corners">
          <Picture src={PICTURE} alt="A squash" square eager />
        </State>
        <State name="missing">
          <Picture src={undefined} alt="A squash" />
        </State>
        <State name="broken">
          <Picture src="./no-such-picture.webp" alt="A squash" eager />
        </State>
      </States>
      <States of="Thumbnail">
        {(["sm", "md", "lg"] as const).map((size) => (
          <State key={size} name={size}>
            <Thumbnail src={PICTURE} size={size} />
          </State>
        ))}
      </States>
    </>
  );
}
