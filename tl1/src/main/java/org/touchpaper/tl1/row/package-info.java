/**
 * The rows of known commands, one record per kind of row. No grammar fits every vendor, so each
 * record accepts the variants recorded from real elements, and parsing returns an empty result
 * instead of an exception. Start at {@link org.touchpaper.tl1.row.AlarmRow}. Depends on {@code
 * message}, the JDK and JSpecify alone.
 */
@NullMarked
package org.touchpaper.tl1.row;

import org.jspecify.annotations.NullMarked;
