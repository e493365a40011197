/**
 * The TL1 interface of emulated elements: command parameters, results, output and fault injection.
 * Start at {@link org.touchpaper.elementemulator.tl1.Tl1ConnectionHandler}. Depends on {@code
 * state}, {@code listener}, {@code fault} and the codec of module {@code tl1}.
 */
@NullMarked
package org.touchpaper.elementemulator.tl1;

import org.jspecify.annotations.NullMarked;
