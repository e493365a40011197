package org.touchpaper.bar.notification;

import org.touchpaper.bar.fixture.BarFixture;

/** Runs what the scheduler runs every five seconds; for tests in other packages, too. */
public final class NotificationRuns {

  private NotificationRuns() {}

  public static void announceAndQueue(BarFixture fixture) {
    fixture.awaitEvents();
    fixture.bean(UpcomingStartEventWriter.class).announceDue();
    fixture.bean(EventMailEnqueuer.class).dispatch();
  }

  public static void deliver(BarFixture fixture) {
    fixture.bean(MailDelivery.class).deliverDue();
  }

  public static void runAll(BarFixture fixture) {
    announceAndQueue(fixture);
    deliver(fixture);
  }
}
