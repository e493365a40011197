package org.touchpaper.harc.stream;

import io.netty.channel.ChannelHandlerContext;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The listener's part of the {@link Handshake}. */
final class ListenerGreeter extends Greeter {
  private final Own own;
  private final PendingHandshakes pending;
  private final Function<String, Optional<String>> secrets;
  private final Greeting.Challenge challenge;

  /** A peer of ours, if the caller says that it is that; null otherwise. */
  private @Nullable String claimed;

  ListenerGreeter(
      Own own, PendingHandshakes pending, Function<String, Optional<String>> secrets, Ear ear) {
    super(own, ear);
    this.own = own;
    this.pending = pending;
    this.secrets = secrets;
    this.challenge = new Greeting.Challenge(Handshake.VERSION, own.self(), Handshake.nonce());
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    super.channelActive(context);
    pending.enter(context.channel());
    var _ = context.writeAndFlush(challenge);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    pending.leave(context.channel());
    super.channelInactive(context);
  }

  @Override
  RareWarning about(RareWarnings refused) {
    return claimed == null ? refused.ofStrangers() : refused.of(claimed);
  }

  @Override
  void hear(Greeting greeting, ChannelHandlerContext context) throws Stranger {
    if (!(greeting
        instanceof Greeting.Hello(var caller, var incarnation, var seen, var nonce, var proof))) {
      throw new Stranger("it says " + greeting + " instead of hello");
    }
    // Who is unknown is checked like the others, so that the time taken tells nothing.
    var secret = secrets.apply(caller);
    claimed = secret.isPresent() ? caller : null;
    var expected =
        Handshake.callerProof(
            secret.orElse("unknown"), challenge, caller, incarnation, seen, nonce);
    if (!Handshake.isSame(expected, proof) || secret.isEmpty()) {
      throw new Stranger("an unknown peer, or a wrong secret: " + caller);
    }
    Certificates.check(caller, context);
    admit(caller, incarnation, seen);
    var memory = own.incarnation();
    var seenHere = own.seen().apply(caller);
    var answer = Handshake.listenerProof(secret.get(), challenge, caller, memory, seenHere, nonce);
    var _ = context.writeAndFlush(new Greeting.Welcome(memory, seenHere, answer));
    pending.leave(context.channel());
    open(caller, context);
  }
}
