package org.touchpaper.harc.stream;

import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/** The caller's part of the {@link Handshake}. */
final class CallerGreeter extends Greeter {
  private final Own own;
  private final StreamPeer peer;
  private final String nonce = Handshake.nonce();
  private Greeting.@Nullable Challenge challenge;

  CallerGreeter(Own own, StreamPeer peer, Ear ear) {
    super(own, ear);
    this.own = own;
    this.peer = peer;
  }

  @Override
  RareWarning about(RareWarnings refused) {
    return refused.of(peer.name());
  }

  @Override
  void hear(Greeting greeting, ChannelHandlerContext context) throws Stranger {
    switch (greeting) {
      case Greeting.Challenge heard when challenge == null -> {
        answer(heard, context);
        challenge = heard;
      }
      case Greeting.Welcome(var incarnation, var seen, var proof) when challenge != null -> {
        var expected =
            Handshake.listenerProof(peer.secret(), challenge, own.self(), incarnation, seen, nonce);
        if (!Handshake.isSame(expected, proof)) {
          throw new Stranger("it does not know the secret of " + peer);
        }
        admit(peer.name(), incarnation, seen);
        open(peer.name(), context);
      }
      case Greeting.Challenge _, Greeting.Hello _, Greeting.Welcome _ ->
          throw new Stranger("it says " + greeting + " out of turn");
    }
  }

  private void answer(Greeting.Challenge heard, ChannelHandlerContext context) throws Stranger {
    if (heard.version() != Handshake.VERSION) {
      throw new Stranger(
          "%s speaks version %d of the streams' protocol, and we %d: let both be of one build"
              .formatted(peer, heard.version(), Handshake.VERSION));
    }
    if (!heard.listener().equals(peer.name())) {
      throw new Stranger("it calls itself " + heard.listener() + " instead of " + peer.name());
    }
    Certificates.check(peer.name(), context);
    var memory = own.incarnation();
    var seen = own.seen().apply(peer.name());
    var proof = Handshake.callerProof(peer.secret(), heard, own.self(), memory, seen, nonce);
    var _ = context.writeAndFlush(new Greeting.Hello(own.self(), memory, seen, nonce, proof));
  }
}
