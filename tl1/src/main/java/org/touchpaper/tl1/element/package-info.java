/**
 * Emulated network elements over TCP, hard enough to test drivers against: start at {@link
 * org.touchpaper.tl1.element.EmulatedElement}, one element in this JVM, or {@link
 * org.touchpaper.tl1.element.EmulatedNetwork}, the process that holds a whole network's. What an
 * element holds is on disk before it answers, so cross-connects survive its restarts. Depends on
 * {@code message}, {@code codec} and the transcript of {@code session}.
 */
@NullMarked
package org.touchpaper.tl1.element;

import org.jspecify.annotations.NullMarked;
