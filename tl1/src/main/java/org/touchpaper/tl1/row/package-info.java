/**
 * What the rows of known commands say, one record for each kind of row. No grammar fits every
 * vendor, so each record knows the shapes that elements were seen to send for its command and reads
 * a row to a value or to nothing, never to an exception. Start at {@link
 * org.touchpaper.tl1.row.AlarmRow}. Depends on {@code message}, the JDK and JSpecify alone.
 */
@NullMarked
package org.touchpaper.tl1.row;

import org.jspecify.annotations.NullMarked;
