/**
 * TL1 as bytes. {@link org.touchpaper.tl1.codec.MessageDecoder} reads what an element sends, {@link
 * org.touchpaper.tl1.codec.CommandStreamSplitter} reads what a client sends, {@link
 * org.touchpaper.tl1.codec.MessageEncoder} writes both, and {@link
 * org.touchpaper.tl1.codec.TelnetNegotiator} removes telnet commands. Decoders accept a stream cut
 * anywhere and use bounded memory. Start at {@code MessageDecoder}. Depends on {@code message}, the
 * JDK and JSpecify alone.
 */
@NullMarked
package org.touchpaper.tl1.codec;

import org.jspecify.annotations.NullMarked;
