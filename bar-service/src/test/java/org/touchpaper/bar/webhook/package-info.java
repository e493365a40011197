/** Tests of webhooks; start at WebhookTest. */
@NullMarked
package org.touchpaper.bar.webhook;

import org.jspecify.annotations.NullMarked;
