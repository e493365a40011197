package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.event.ExecutionChain;
import com.github.kagkarlsson.scheduler.event.ExecutionInterceptor;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.platform.soap.SoapFaultException;
import org.touchpaper.platform.soap.SoapUnreachableException;

/**
 * Logs failed tasks: one line if another service is unreachable or failed, or if the task was
 * postponed, because our own stack trace does not help and each retry would repeat it; else the
 * trace.
 */
final class TaskFailureLogger implements ExecutionInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(TaskFailureLogger.class);

  @Override
  public CompletionHandler<?> execute(
      TaskInstance<?> task, ExecutionContext context, ExecutionChain chain) {
    try {
      return chain.proceed(task, context);
    } catch (RuntimeException | Error e) { // the library's own failure logging is off
      logFailure(task, e);
      throw e;
    }
  }

  private static void logFailure(TaskInstance<?> task, Throwable e) {
    if (isLoggedWithoutTrace(e)) {
      LOG.warn(
          "{} {} failed and will be retried: {}", task.getTaskName(), task.getId(), e.toString());
      LOG.debug("{} {}", task.getTaskName(), task.getId(), e);
    } else {
      LOG.error("{} {} failed", task.getTaskName(), task.getId(), e);
    }
  }

  static boolean isLoggedWithoutTrace(Throwable e) {
    return Stream.iterate(e, cause -> cause != null, Throwable::getCause)
        .anyMatch(cause ->
            cause instanceof SoapUnreachableException
                || cause instanceof SoapFaultException
                || cause instanceof TaskPostponedException);
  }
}
