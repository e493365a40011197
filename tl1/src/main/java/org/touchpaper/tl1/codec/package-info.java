/**
 * TL1 on the wire: {@link org.touchpaper.tl1.codec.MessageDecoder} hears an element, {@link
 * org.touchpaper.tl1.codec.CommandDecoder} hears whoever drives one, {@link
 * org.touchpaper.tl1.codec.Printer} writes both, {@link org.touchpaper.tl1.codec.Telnet} takes
 * telnet's own bytes out. All eat bytes in whatever pieces the network cuts and keep bounded
 * memory. Depends on {@code message}, the JDK and JSpecify alone.
 */
@NullMarked
package org.touchpaper.tl1.codec;

import org.jspecify.annotations.NullMarked;
