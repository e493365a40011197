package org.touchpaper.platform.crash;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;

/**
 * Crashes a service at each of its commits and messages without the cost of a new context. For
 * services without state outside the database: after a crash all calls fail, and the same objects
 * under a new switch act as a restarted service.
 */
public final class CrashableTransactions implements BeanPostProcessor {

  private volatile CrashSwitch crash = CrashSwitch.never();

  /** Uses this switch from now on. */
  public void use(CrashSwitch next) {
    crash = next;
    next.arm();
  }

  /** The service's outbound messages. */
  public OutgoingPeerCallInterceptor peerCallInterceptor() {
    return new OutgoingPeerCallInterceptor() {
      @Override
      public <T> T send(String message, Callable<T> exchange) throws Exception {
        return crash.peerCallInterceptor().send(message, exchange);
      }
    };
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof PlatformTransactionManager inner
        ? new CrashableTransactionManager(inner)
        : bean;
  }

  private final class CrashableTransactionManager implements PlatformTransactionManager {
    private final PlatformTransactionManager inner;

    CrashableTransactionManager(PlatformTransactionManager inner) {
      this.inner = inner;
    }

    @Override
    public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
      crash.failIfCrashed("begin");
      return inner.getTransaction(definition);
    }

    @Override
    public void commit(TransactionStatus status) {
      var counts = status.isNewTransaction() && !status.isReadOnly();
      try {
        if (counts) {
          crash.pass(Moment.BEFORE_COMMIT, "commit");
        }
      } catch (KilledError killed) {
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
