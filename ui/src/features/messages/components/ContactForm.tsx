import { isNotFound, messageOf } from "@/api/error";
import { startAbout } from "../api/write";
import type { Topic } from "../model/topic";
import { texts } from "../texts";
import { OpeningForm } from "./OpeningForm";

const words = texts.contact;

interface Props {
  topic: Topic;
  onSent: (conversationId: string) => void;
}

/** Subject and message to a seller. */
export function ContactForm({ topic, onSent }: Props) {
  return (
    <OpeningForm
      subject={topic.subject}
      message={topic.message}
      start={(opening) => startAbout(topic.productIds, { merchantId: topic.merchantId, ...opening })}
      failed={(error) => (isNotFound(error) ? words.unreachable : messageOf(error, words.failed))}
      onSent={onSent}
    />
  );
}
