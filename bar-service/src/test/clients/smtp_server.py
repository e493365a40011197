"""An SMTP server that demands STARTTLS and a login. Prints its port, and each mail as JSON."""
import asyncio
import json
import ssl
import sys
from importlib.resources import files

from aiosmtpd.smtp import SMTP, AuthResult

user, password = sys.argv[1:]


class Mailbox:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 5.1.1 no such user here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = {
            "tls": session.ssl is not None,
            "login": session.auth_data,
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "content": envelope.content.decode("ascii"),
        }
        print(json.dumps(mail), flush=True)
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    known = data.login.decode() == user and data.password.decode() == password
    return AuthResult(success=known, handled=False, auth_data=data.login.decode())


async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificates = files("aiosmtpd.tests.certs")  # self-signed
    context.load_cert_chain(certificates / "server.crt", certificates / "server.key")
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(
            Mailbox(),
            hostname="smtp.example",
            tls_context=context,
            require_starttls=True,
            auth_required=True,
            authenticator=authenticate,
        ),
        "127.0.0.1",
        0,
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
