/**
 * TL1 messages as values, named as in Telcordia GR-831. Start at {@link
 * org.touchpaper.tl1.message.InputCommand}, which is sent to an element, and {@link
 * org.touchpaper.tl1.message.OutputMessage}, which is received from one. No grammar fits every
 * vendor, so a row stays text until a driver parses it as {@link
 * org.touchpaper.tl1.message.NamedRow} or {@link org.touchpaper.tl1.message.ColonSeparatedRow};
 * package {@code row} parses the rows of known commands. Depends on the JDK and JSpecify alone.
 */
@NullMarked
package org.touchpaper.tl1.message;

import org.jspecify.annotations.NullMarked;
