package org.touchpaper.harc.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long a selector is told to wait for the next timer. */
class WholeMillisTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  @Test
  void waitsOutTheLastFractionOfAMillisecond() {
    assertThat(waitFor(1)).isEqualTo(MILLI);
    assertThat(waitFor(MILLI / 2 - 1)).isEqualTo(MILLI);
    assertThat(waitFor(MILLI)).isEqualTo(MILLI);
    assertThat(waitFor(20 * MILLI + 1)).isEqualTo(21 * MILLI);
  }

  @Test
  void doesNotWaitForWhatIsDue() {
    assertThat(waitFor(0)).isZero();
  }

  @Test
  void waitsForEverForWhatNeverIs() {
    assertThat(waitFor(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  private static long waitFor(long nanos) {
    var selector = new Selecting();
    var handler = WholeMillis.of(_ -> selector).newHandler(ImmediateEventExecutor.INSTANCE);
    handler.run(new Due(nanos));
    return selector.waits;
  }

  /** An event loop in which something is due after so many nanoseconds. */
  private record Due(long nanos) implements IoHandlerContext {
    @Override
    public boolean canBlock() {
      return nanos > 0;
    }

    @Override
    public long delayNanos(long now) {
      return nanos;
    }

    @Override
    public long deadlineNanos() {
      return nanos;
    }
  }

  /** Notes for how long it should wait. */
  private static final class Selecting implements IoHandler {
    private long waits = -1;

    @Override
    public int run(IoHandlerContext context) {
      waits = context.delayNanos(0);
      return 0;
    }

    @Override
    public IoRegistration register(IoHandle handle) {
      throw new UnsupportedOperationException("nothing is registered here");
    }

    @Override
    public void wakeup() {}

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
      return false;
    }
  }
}
