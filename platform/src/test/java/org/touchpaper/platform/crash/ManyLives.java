package org.touchpaper.platform.crash;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.peers.Outbound;

/**
 * Lets a service die at each of its commits and messages without the price of a new context. It
 * fits services that remember nothing but their rows: once everything of the dead one has been
 * thrown out of its transactions and calls, the same objects under a new switch are a new service.
 */
public final class ManyLives implements BeanPostProcessor {

  private volatile CrashSwitch crash = CrashSwitch.never();

  /** From here on this switch counts, and kills. */
  public void live(CrashSwitch next) {
    crash = next;
    next.arm();
  }

  /** The service's messages. */
  public Outbound outbound() {
    return new Outbound() {
      @Override
      public <T> T send(String message, Callable<T> exchange) throws Exception {
        return crash.outbound().send(message, exchange);
      }
    };
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof PlatformTransactionManager inner ? new Mortal(inner) : bean;
  }

  private final class Mortal implements PlatformTransactionManager {
    private final PlatformTransactionManager inner;

    Mortal(PlatformTransactionManager inner) {
      this.inner = inner;
    }

    @Override
    public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
      crash.dieIfDead("begin");
      return inner.getTransaction(definition);
    }

    @Override
    public void commit(TransactionStatus status) {
      var counts = status.isNewTransaction() && !status.isReadOnly();
      try {
        if (counts) {
          crash.pass(Moment.BEFORE_COMMIT, "commit");
        }
      } catch (Killed killed) {
        inner.rollback(status);
        throw killed;
      }
      inner.commit(status);
      if (counts) {
        crash.pass(Moment.AFTER_COMMIT, "commit");
      }
    }

    @Override
    public void rollback(TransactionStatus status) {
      inner.rollback(status);
    }
  }
}
