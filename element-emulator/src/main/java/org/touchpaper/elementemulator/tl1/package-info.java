/**
 * The TL1 interface of emulated elements: command parameters, results, output, fault injection, and
 * the models of Cisco, Calient and Polatis; {@code ciena} has the CoreDirector. Start at {@link
 * org.touchpaper.elementemulator.tl1.Tl1ConnectionHandler}. Depends on {@code state}, {@code
 * listener}, {@code fault} and the codec of module {@code tl1}.
 */
@NullMarked
package org.touchpaper.elementemulator.tl1;

import org.jspecify.annotations.NullMarked;
