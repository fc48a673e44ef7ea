import { getRouteApi } from "@tanstack/react-router";
import { MessagesPage } from "@/features/messages/components/MessagesPage";

const route = getRouteApi("/messages/$id");

export function ChosenConversationPage() {
  const { id } = route.useParams();
  return <MessagesPage chosen={id} />;
}
