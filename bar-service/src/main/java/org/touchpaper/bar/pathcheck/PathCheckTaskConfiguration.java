package org.touchpaper.bar.pathcheck;

import com.github.kagkarlsson.scheduler.task.Task;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.bar.schedule.NextCheckScheduler;

/** The task that checks a path when it is due. */
@Configuration(proxyBeanMethods = false)
class PathCheckTaskConfiguration {

  @Bean
  Task<Void> pathCheckTask(NextCheckScheduler pathChecks, PathCheckRunner runner) {
    return pathChecks.task(runner);
  }
}
