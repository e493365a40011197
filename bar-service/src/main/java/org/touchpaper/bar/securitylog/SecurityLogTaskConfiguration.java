package org.touchpaper.bar.securitylog;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The task that deletes lines older than their retention. */
@Configuration(proxyBeanMethods = false)
class SecurityLogTaskConfiguration {

  @Bean
  Task<Void> securityLogPruningTask(SecurityLog log) {
    return Tasks.recurring("security-log-pruning", FixedDelay.ofHours(1))
        .execute((_, _) -> log.prune());
  }
}
