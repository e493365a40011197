/**
 * Notifications by mail: which events of which bookings a user wants, and the mails that are due.
 * {@code EventMailEnqueuer} follows the log of events and queues a mail for each event and user, in
 * the database transaction that moves its position; {@code MailDelivery} sends what is queued, so
 * that a slow mail server delays nothing else. {@code UpcomingStartEventWriter} writes the event of
 * a booking that is about to start, which webhooks and event streams receive, too.
 */
@NullMarked
package org.touchpaper.bar.notification;

import org.jspecify.annotations.NullMarked;
