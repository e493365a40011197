/**
 * Emulated network elements for tests and the demo, with faults of real elements. Start at {@link
 * org.touchpaper.elementemulator.EmulatedElement}, one element within this JVM, or {@link
 * org.touchpaper.elementemulator.EmulatedNetwork}, a process with a whole network. An element
 * writes its database to disk before each answer, so cross-connects survive restarts. Depends on
 * all subpackages, which implement the models, and on the module {@code element-session} for
 * streams and transcripts. No service depends on the emulator.
 */
@NullMarked
package org.touchpaper.elementemulator;

import org.jspecify.annotations.NullMarked;
