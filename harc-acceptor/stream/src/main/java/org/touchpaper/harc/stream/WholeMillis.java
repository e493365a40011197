package org.touchpaper.harc.stream;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;

/**
 * Has a selector wait for the next timer in whole milliseconds, rounded up. It can wait in nothing
 * finer, and Netty's rounds to the nearest: it looks again and again, without waiting, for the last
 * half of one. Among a dozen threads on two cores, whose timers ring every few milliseconds, that
 * takes a fifth of their time from whoever has something to do.
 */
final class WholeMillis implements IoHandler {
  private static final long MILLI = 1_000_000;

  private final IoHandler selector;

  private WholeMillis(IoHandler selector) {
    this.selector = selector;
  }

  static IoHandlerFactory of(IoHandlerFactory selectors) {
    return thread -> new WholeMillis(selectors.newHandler(thread));
  }

  /** What is due is done now, and what never is stays so. */
  private static long roundedUp(long nanos) {
    return nanos > Long.MAX_VALUE - MILLI ? nanos : Math.ceilDiv(nanos, MILLI) * MILLI;
  }

  @Override
  public void initialize() {
    selector.initialize();
  }

  @Override
  public int run(IoHandlerContext context) {
    return selector.run(new RoundedUp(context));
  }

  @Override
  public void prepareToDestroy() {
    selector.prepareToDestroy();
  }

  @Override
  public void destroy() {
    selector.destroy();
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    return selector.register(handle);
  }

  @Override
  public void wakeup() {
    selector.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> type) {
    return selector.isCompatible(type);
  }

  /** The event loop's own, but for how long there is to wait. */
  private record RoundedUp(IoHandlerContext context) implements IoHandlerContext {

    @Override
    public boolean canBlock() {
      return context.canBlock();
    }

    @Override
    public long delayNanos(long now) {
      return roundedUp(context.delayNanos(now));
    }

    @Override
    public long deadlineNanos() {
      return context.deadlineNanos();
    }

    @Override
    public void reportActiveIoTime(long nanos) {
      context.reportActiveIoTime(nanos);
    }

    @Override
    public boolean shouldReportActiveIoTime() {
      return context.shouldReportActiveIoTime();
    }
  }
}
