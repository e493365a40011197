/**
 * The {@code ./touchpaper tl1} command, with which operators decode TL1 outside a running service.
 * Start at {@link org.touchpaper.tl1.cli.Tl1DecoderCommandLine}. Depends on {@code message}, {@code
 * codec}, picocli and Jackson's generator.
 */
@NullMarked
package org.touchpaper.tl1.cli;

import org.jspecify.annotations.NullMarked;
