/**
 * The log for security officers: sign-ins, API tokens, cuts, and who made, changed and ended
 * bookings. Rows are written by the transaction that carries an order out, and kept for {@code
 * touchpaper.bar.security-log.retention}. Start at {@link
 * org.touchpaper.bar.securitylog.SecurityLog}.
 */
@NullMarked
package org.touchpaper.bar.securitylog;

import org.jspecify.annotations.NullMarked;
