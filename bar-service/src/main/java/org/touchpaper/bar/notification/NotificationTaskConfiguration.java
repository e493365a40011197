package org.touchpaper.bar.notification;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Due work: events to announce and to queue as mails, and mails to send. */
@Configuration(proxyBeanMethods = false)
class NotificationTaskConfiguration {

  private static final FixedDelay PAUSE = FixedDelay.ofSeconds(5);

  @Bean
  Task<Void> notificationTask(UpcomingStartEventWriter announcer, EventMailEnqueuer dispatcher) {
    return Tasks.recurring("notifications", PAUSE)
        .execute((_, _) -> {
          announcer.announceDue();
          dispatcher.dispatch();
        });
  }

  /** Apart from the other, which a slow mail server must not delay. */
  @Bean
  Task<Void> mailDeliveryTask(MailDelivery delivery) {
    return Tasks.recurring("mail-delivery", PAUSE).execute((_, _) -> delivery.deliverDue());
  }

  @Bean
  Task<Void> notificationPruningTask(MailDelivery delivery, UpcomingStartEventWriter announcer) {
    return Tasks.recurring("notification-pruning", FixedDelay.ofHours(1))
        .execute((_, _) -> {
          delivery.prune();
          announcer.prune();
        });
  }
}
