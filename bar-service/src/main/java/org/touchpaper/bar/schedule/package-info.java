/** The bookings' next checks as rows of db-scheduler. */
@NullMarked
package org.touchpaper.bar.schedule;

import org.jspecify.annotations.NullMarked;
