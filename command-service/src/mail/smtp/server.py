"""server.py PORT: an SMTP server that prints what it takes, a JSON line a mail. Whom a mail is for decides what happens:
later@ and never@ are refused (451, 550), greylisted@ at first, drop@ ends the connection in the middle of the mail,
slow@ gets no answer."""

import asyncio
import json
import sys
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP

refused = set()


class Mailbox:
    async def handle_RCPT(self, server, session, envelope, address, options):
        who = address.split("@")[0]
        if who == "later" or (who == "greylisted" and address not in refused):
            refused.add(address)
            return "451 4.7.1 Try again later"
        if who == "never":
            return "554 5.7.1 Not wanted here"
        if who == "nobody":
            return "550 5.1.1 No such mailbox"
        if who == "slow":
            await asyncio.sleep(3600)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = message_from_bytes(envelope.content, policy=policy.default)
        if envelope.rcpt_tos[0].startswith("drop@"):
            server.transport.abort()
            return "250 OK"
        parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
        print(json.dumps({"to": envelope.rcpt_tos, "headers": {k.lower(): str(v) for k, v in mail.items()}, "parts": parts}), flush=True)
        return "250 OK"


async def main():
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(Mailbox()), "127.0.0.1", int(sys.argv[1]))
    await server.serve_forever()


asyncio.run(main())
