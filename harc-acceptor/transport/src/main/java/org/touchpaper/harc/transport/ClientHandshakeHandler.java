package org.touchpaper.harc.transport;

import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.transport.message.HandshakeMessage;

/** The client side of the handshake, see {@link HandshakeProofs}. */
final class ClientHandshakeHandler extends HandshakeHandler {
  private final LocalPeerContext localPeerContext;
  private final StreamPeerAddress peer;
  private final String nonce = HandshakeProofs.nonce();
  private HandshakeMessage.@Nullable Challenge receivedChallenge;

  ClientHandshakeHandler(
      LocalPeerContext localPeerContext, StreamPeerAddress peer, StreamSessionListener listener) {
    super(localPeerContext, listener);
    this.localPeerContext = localPeerContext;
    this.peer = peer;
  }

  @Override
  String warningSource() {
    return peer.name();
  }

  @Override
  void onHandshakeMessage(HandshakeMessage message, ChannelHandlerContext context)
      throws HandshakeFailedException {
    switch (message) {
      case HandshakeMessage.Challenge received when receivedChallenge == null -> {
        sendHello(received, context);
        receivedChallenge = received;
      }
      case HandshakeMessage.Welcome(var identity, var seenPosition, var proof)
          when receivedChallenge != null -> {
        var expectedProof =
            HandshakeProofs.serverProof(
                peer.secret(),
                receivedChallenge,
                localPeerContext.name(),
                identity,
                seenPosition,
                nonce);
        if (!HandshakeProofs.isEqualInConstantTime(expectedProof, proof)) {
          throw new HandshakeFailedException(
              "the proof of " + peer + " is wrong: both sides need the same secret");
        }
        requireAdmission(peer.name(), identity, seenPosition);
        openSession(peer.name(), context);
      }
      case HandshakeMessage.Challenge _, HandshakeMessage.Hello _, HandshakeMessage.Welcome _ ->
          throw new HandshakeFailedException("unexpected handshake message: " + message);
    }
  }

  private void sendHello(HandshakeMessage.Challenge received, ChannelHandlerContext context)
      throws HandshakeFailedException {
    if (received.version() != HandshakeProofs.VERSION) {
      throw new HandshakeFailedException(
          ("%s uses version %d of the stream protocol, this side version %d: install the same"
                  + " release on both")
              .formatted(peer, received.version(), HandshakeProofs.VERSION));
    }
    if (!received.server().equals(peer.name())) {
      throw new HandshakeFailedException(
          "the peer identifies itself as " + received.server() + ", expected " + peer.name());
    }
    TlsCertificatePaths.requireCertificateOf(peer.name(), context);
    var identity = localPeerContext.identity();
    var seenPosition = localPeerContext.seenPositions().apply(peer.name());
    var proof =
        HandshakeProofs.clientProof(
            peer.secret(), received, localPeerContext.name(), identity, seenPosition, nonce);
    var _ =
        context.writeAndFlush(
            new HandshakeMessage.Hello(
                localPeerContext.name(), identity, seenPosition, nonce, proof));
  }
}
