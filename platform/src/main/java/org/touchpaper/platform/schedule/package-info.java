/**
 * Scheduled work as database rows. A service defines db-scheduler tasks as beans; the {@code
 * Scheduler} bean of {@link org.touchpaper.platform.schedule.ScheduleAutoConfiguration} runs them
 * by the service's clock, and scheduling takes part in the current database transaction. The table
 * comes from the migration {@code platform/db/migration}, which a service lists among its Flyway
 * locations. With {@code touchpaper.schedule.manual=true} nothing runs by itself; tests call {@code
 * DueTasks.run(scheduler)} (in the test-jar).
 */
@NullMarked
package org.touchpaper.platform.schedule;

import org.jspecify.annotations.NullMarked;
