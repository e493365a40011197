/**
 * Webhooks: addresses of users to which events are posted as CloudEvents, signed, and in order.
 * {@code WebhookDeliveryService} runs as a due row for each webhook; {@code Webhook} holds its
 * state.
 */
@NullMarked
package org.touchpaper.bar.webhook;

import org.jspecify.annotations.NullMarked;
