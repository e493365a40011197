/** Tests of notifications, simplest first: {@code MailTextTest}, {@code QueuedMailTest}. */
@NullMarked
package org.touchpaper.bar.notification;

import org.jspecify.annotations.NullMarked;
