/**
 * What must happen later is a row. A service defines db-scheduler tasks as beans; the {@code
 * Scheduler} bean of {@link org.touchpaper.platform.schedule.ScheduleAutoConfiguration} runs them
 * by the service's own clock, and scheduling inside a database transaction is part of it. The table
 * comes from the migration {@code platform/db/migration}, which a service names among its Flyway
 * locations. With {@code touchpaper.schedule.by-hand=true} nothing runs by itself and a test says
 * {@code DueWork.run(scheduler)} (in the test-jar).
 */
@NullMarked
package org.touchpaper.platform.schedule;

import org.jspecify.annotations.NullMarked;
