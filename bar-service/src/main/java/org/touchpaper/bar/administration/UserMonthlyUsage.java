package org.touchpaper.bar.administration;

import java.time.YearMonth;

/**
 * What one user's bookings that start in one month (UTC) reserve. Bookings that were refused,
 * cancelled or failed do not count.
 *
 * @param nodeHours nodes times hours
 * @param gigabitHours Gbit/s times hours, of all lightpaths
 */
public record UserMonthlyUsage(
    YearMonth month, String owner, long bookings, double nodeHours, double gigabitHours) {}
