package org.touchpaper.bar.coordination;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.segment.connection.NetworkSegment;

/**
 * Lets a broker die at each of its commits and messages without the price of a new process. A
 * broker remembers nothing but its rows, so once everything of the dead one has been thrown out of
 * its transactions and calls, the same objects under a new switch are a new broker.
 */
final class Mortal implements BeanPostProcessor {

  private volatile CrashSwitch crash = CrashSwitch.never();

  /** From here on this switch counts, and kills. */
  void live(CrashSwitch next) {
    crash = next;
    next.arm();
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof PlatformTransactionManager inner ? new Transactions(inner) : bean;
  }

  private final class Transactions implements PlatformTransactionManager {
    private final PlatformTransactionManager inner;

    Transactions(PlatformTransactionManager inner) {
      this.inner = inner;
    }

    @Override
    public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
      if (crash.isDead()) {
        crash.pass(Moment.BEFORE_COMMIT, "begin");
      }
      return inner.getTransaction(definition);
    }

    @Override
    public void commit(TransactionStatus status) {
      var counts = status.isNewTransaction() && !status.isReadOnly();
      try {
        if (counts) {
          crash.pass(Moment.BEFORE_COMMIT, "commit");
        }
      } catch (Error killed) {
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

  /** A segment whose calls can be lost on the way there and on the way back. */
  NetworkSegment over(NetworkSegment segment) {
    return (NetworkSegment)
        Proxy.newProxyInstance(
            NetworkSegment.class.getClassLoader(),
            new Class<?>[] {NetworkSegment.class},
            (_, method, arguments) ->
                crash
                    .outbound()
                    .send(
                        method.getName(),
                        () -> {
                          try {
                            return method.invoke(segment, arguments);
                          } catch (InvocationTargetException e) {
                            throw e.getCause() instanceof Exception cause ? cause : e;
                          }
                        }));
  }
}
