/**
 * What can be booked, and when it is free: hosts, clusters and links with their limits, and the
 * timetables of many at once. Read-only and advisory; only a booking decides. Start at {@link
 * org.touchpaper.bar.resource.AvailabilityService}.
 */
@NullMarked
package org.touchpaper.bar.resource;

import org.jspecify.annotations.NullMarked;
