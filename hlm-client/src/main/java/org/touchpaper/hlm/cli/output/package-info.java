/**
 * What a BAR answers, as text. {@link org.touchpaper.hlm.cli.output.ResultPrinter} prints the
 * result of a call and chooses the exit code; the other printers print the values of one kind.
 */
@NullMarked
package org.touchpaper.hlm.cli.output;

import org.jspecify.annotations.NullMarked;
