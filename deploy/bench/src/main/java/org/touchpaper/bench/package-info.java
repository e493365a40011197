/**
 * {@code ./touchpaper bench}: measurements and long verification runs. Start at {@link
 * org.touchpaper.bench.Bench}, which lists the benches. Each is one command class that prints
 * results to standard output, progress to standard error and, with {@code --json}, one line of JSON
 * at the end. To add a bench, write its class and list it there.
 */
@NullMarked
package org.touchpaper.bench;

import org.jspecify.annotations.NullMarked;
