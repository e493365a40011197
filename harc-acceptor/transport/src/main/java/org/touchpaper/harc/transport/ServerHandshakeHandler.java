package org.touchpaper.harc.transport;

import io.netty.channel.ChannelHandlerContext;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.transport.message.HandshakeMessage;

/** The server side of the handshake, see {@link HandshakeProofs}. */
final class ServerHandshakeHandler extends HandshakeHandler {
  private final LocalPeerContext localPeerContext;
  private final PendingHandshakes pendingHandshakes;
  private final Function<String, Optional<String>> secrets;
  private final HandshakeMessage.Challenge challenge;

  /** The configured peer that the client claims to be; null if it claims no configured name. */
  private @Nullable String claimedPeer;

  ServerHandshakeHandler(
      LocalPeerContext localPeerContext,
      PendingHandshakes pendingHandshakes,
      Function<String, Optional<String>> secrets,
      StreamSessionListener listener) {
    super(localPeerContext, listener);
    this.localPeerContext = localPeerContext;
    this.pendingHandshakes = pendingHandshakes;
    this.secrets = secrets;
    this.challenge =
        new HandshakeMessage.Challenge(
            HandshakeProofs.VERSION, localPeerContext.name(), HandshakeProofs.nonce());
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    super.channelActive(context);
    pendingHandshakes.add(context.channel());
    var _ = context.writeAndFlush(challenge);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    pendingHandshakes.remove(context.channel());
    super.channelInactive(context);
  }

  @Override
  String warningSource() {
    return claimedPeer == null ? RateLimitedWarning.ANYONE : claimedPeer;
  }

  @Override
  void onHandshakeMessage(HandshakeMessage message, ChannelHandlerContext context)
      throws HandshakeFailedException {
    if (!(message
        instanceof
        HandshakeMessage.Hello(var client, var identity, var seenPosition, var nonce, var proof))) {
      throw new HandshakeFailedException("expected Hello, received " + message);
    }
    // Unknown names are checked like known ones, so that timing reveals nothing.
    var secret = secrets.apply(client);
    claimedPeer = secret.isPresent() ? client : null;
    var expectedProof =
        HandshakeProofs.clientProof(
            secret.orElse("unknown"), challenge, client, identity, seenPosition, nonce);
    if (!HandshakeProofs.isEqualInConstantTime(expectedProof, proof) || secret.isEmpty()) {
      throw new HandshakeFailedException("unknown peer or wrong secret: " + client);
    }
    TlsCertificatePaths.requireCertificateOf(client, context);
    requireAdmission(client, identity, seenPosition);
    var localIdentity = localPeerContext.identity();
    var lastSeenPosition = localPeerContext.seenPositions().apply(client);
    var serverProof =
        HandshakeProofs.serverProof(
            secret.get(), challenge, client, localIdentity, lastSeenPosition, nonce);
    var _ =
        context.writeAndFlush(
            new HandshakeMessage.Welcome(localIdentity, lastSeenPosition, serverProof));
    pendingHandshakes.remove(context.channel());
    openSession(client, context);
  }
}
