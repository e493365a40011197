package org.touchpaper.bar.web.notifications;

import java.time.Instant;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.event.EventType;
import org.touchpaper.bar.webhook.Webhook;

/**
 * A webhook on the page.
 *
 * @param lastDeliveryAt null if nothing was delivered
 * @param problem why the last delivery failed; null if it did not
 */
record WebhookRow(
    String id,
    String url,
    String events,
    @Nullable String booking,
    boolean isPaused,
    @Nullable Instant lastDeliveryAt,
    @Nullable String problem) {

  static WebhookRow of(Webhook webhook) {
    var booking = webhook.booking();
    return new WebhookRow(
        webhook.id().toString(),
        webhook.url().toString(),
        webhook.types().isEmpty()
            ? "all events"
            : webhook.types().stream()
                .map(EventType::text)
                .sorted()
                .collect(Collectors.joining(", ")),
        booking == null ? null : booking.toString(),
        webhook.state() == Webhook.State.PAUSED,
        webhook.lastDeliveryAt(),
        webhook.lastFailure());
  }
}
