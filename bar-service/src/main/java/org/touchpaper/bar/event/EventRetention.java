package org.touchpaper.bar.event;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The task that deletes events older than their retention. */
@Configuration(proxyBeanMethods = false)
class EventRetention {

  private static final int BATCH = 1000;

  @Bean
  Task<Void> eventPruningTask(EventLog log) {
    return Tasks.recurring("event-pruning", FixedDelay.ofHours(1))
        .execute((_, _) -> log.prune(BATCH));
  }
}
