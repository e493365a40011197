/**
 * TL1 as values, one type per message, under the names of the manuals (Telcordia GR-831): start at
 * {@link org.touchpaper.tl1.message.InputCommand}, what is said to an element, and {@link
 * org.touchpaper.tl1.message.OutputMessage}, what is heard from one. Rows are text until the driver
 * of a command reads them as {@link org.touchpaper.tl1.message.NamedRow} or {@link
 * org.touchpaper.tl1.message.BlockRow}, since no grammar fits every vendor; what the rows of known
 * commands say is in package {@code row}. Depends on the JDK and JSpecify alone.
 */
@NullMarked
package org.touchpaper.tl1.message;

import org.jspecify.annotations.NullMarked;
