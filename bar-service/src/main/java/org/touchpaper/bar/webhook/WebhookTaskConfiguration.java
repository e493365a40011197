package org.touchpaper.bar.webhook;

import com.github.kagkarlsson.scheduler.task.Task;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The task that delivers events to a webhook. */
@Configuration(proxyBeanMethods = false)
class WebhookTaskConfiguration {

  @Bean
  Task<Void> webhookDeliveryTask(WebhookDeliveryService delivery) {
    return delivery.task();
  }
}
