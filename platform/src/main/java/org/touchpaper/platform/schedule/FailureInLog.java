package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.event.ExecutionChain;
import com.github.kagkarlsson.scheduler.event.ExecutionInterceptor;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.platform.soap.SoapFault;
import org.touchpaper.platform.soap.SoapUnreachable;

/**
 * What due work that failed leaves in the log: a line where another service is away or failed, or
 * where there was no room, for our own stack says nothing of that and every retry would repeat it;
 * else the whole trace.
 */
final class FailureInLog implements ExecutionInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(FailureInLog.class);

  @Override
  public CompletionHandler<?> execute(
      TaskInstance<?> row, ExecutionContext context, ExecutionChain chain) {
    try {
      return chain.proceed(row, context);
    } catch (RuntimeException | Error e) { // the library is told to keep silent about either
      tell(row, e);
      throw e;
    }
  }

  private static void tell(TaskInstance<?> row, Throwable e) {
    if (isToldInALine(e)) {
      LOG.warn("{} {} failed, to be tried again: {}", row.getTaskName(), row.getId(), e.toString());
      LOG.debug("{} {}", row.getTaskName(), row.getId(), e);
    } else {
      LOG.error("{} {} failed", row.getTaskName(), row.getId(), e);
    }
  }

  static boolean isToldInALine(Throwable e) {
    return Stream.iterate(e, each -> each != null, Throwable::getCause)
        .anyMatch(each ->
            each instanceof SoapUnreachable || each instanceof SoapFault || each instanceof NotNow);
  }
}
